import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Address, Link } from './link.js';
import { linkTo } from './link.js';
import type { Environment, Program } from './program.js';
import { configurationIn, folderIn, runProgram, startProgram } from './program.js';

export const POSTGRES_PORT = 5432;
export const PATRONI_PORT = 8008;
export const PASSWORD = 'OfTheTests1';

export interface PatroniNode {
  readonly name: string;
  readonly folder: string;
  readonly data: string;
  /** Address of Patroni's API that bypasses the links, so that the test reaches a node that is cut off. */
  readonly api: string;
  start(): void;
  /** Stops Patroni, which stops PostgreSQL. */
  stop(): Promise<void>;
  kill9(): Promise<void>;
  /** Cuts all network paths to and from the node. */
  cut(): void;
  mend(): void;
  /** Runs an installed program with the environment of the node. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Runs `patronictl` and answers its prompts. */
  patronictl(args: readonly string[], answers?: string): Promise<string>;
  output(): string;
  closeLinks(): void;
}

export interface Place {
  readonly name: string;
  readonly folder: string;
  /** Host on which PostgreSQL and Patroni listen. */
  readonly inner: string;
  /** Host at which the other processes reach the node. */
  readonly outer: string;
  /** Hosts at which the node reaches the members of etcd (`near`), and on which the members listen (`far`). */
  readonly etcd: readonly { readonly near: string; readonly far: string }[];
  readonly repository: string;
}

/** Starts Patroni with the configuration of docker-compose.ha.yml. Links carry the traffic to and from the node. */
export async function startNode(place: Place): Promise<PatroniNode> {
  const { name, inner, outer, etcd } = place;
  const folder = folderIn(place.folder, name);
  const configuration = configurationIn(folder, 'patroni.yml');
  const data = join(folder, 'data');
  const path = (from: string, to: string, port: number): [Address, Address] => [
    { host: from, port },
    { host: to, port },
  ];
  const links: Link[] = await Promise.all([
    linkTo(...path(outer, inner, POSTGRES_PORT)),
    linkTo(...path(outer, inner, PATRONI_PORT)),
    ...etcd.map(({ near, far }) => linkTo(...path(near, far, 2379))),
  ]);
  const env = { PATRONICTL_CONFIG_FILE: configuration, ...environmentOf(place, folder, data) };
  let program: Program;
  const start = (): void => void (program = startProgram(process.env.CENTAVO_TEST_PATRONI!, [configuration], env));
  start();
  return {
    name,
    folder,
    data,
    api: `http://${inner}:${PATRONI_PORT}`,
    start,
    stop: () => program.kill('SIGTERM'),
    kill9: async () => {
      await program.kill('SIGKILL');
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    },
    cut: () => links.forEach((link) => link.cut()),
    mend: () => links.forEach((link) => link.mend()),
    run: (file, ...args) => runProgram(file, args, env),
    patronictl: (args, answers) =>
      runProgram(join(dirname(process.env.CENTAVO_TEST_PATRONI!), 'patronictl'), args, env, answers),
    output: () => program.output(),
    closeLinks: () => links.forEach((link) => link.close()),
  };
}

function environmentOf({ name, inner, outer, etcd, repository }: Place, folder: string, data: string): Environment {
  const programs = dirname(process.env.CENTAVO_TEST_REPLICAS!);
  return {
    PATH: [programs, dirname(process.env.CENTAVO_TEST_PGBACKREST!), process.env.PATH].join(delimiter),
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd.map(({ near }) => `'${near}:2379'`).join(','),
    // Otherwise Patroni connects to the addresses that etcd reports, and a cut does not stop it.
    PATRONI_ETCD3_USE_PROXIES: 'true',
    PATRONI_RESTAPI_LISTEN: `${inner}:${PATRONI_PORT}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${outer}:${PATRONI_PORT}`,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: PASSWORD,
    PATRONI_POSTGRESQL_LISTEN: `${inner}:${POSTGRES_PORT}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${outer}:${POSTGRES_PORT}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: programs,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'centavo',
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PGBACKREST_CONFIG: configurationIn(folder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_LOCK_PATH: folder,
    PGBACKREST_SPOOL_PATH: folder,
  };
}
