import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { databaseOf, poolOf } from '../../../libs/kernel/src/testing.js';

const SUPERUSER = 'centavo';
/** ID of the user `nobody`. PostgreSQL refuses to run as root, so it runs as this user if root runs the tests. */
const NOBODY = 65_534;

/** New PostgreSQL server that runs the installed programs. It has no role except its superuser. */
export interface PostgresCluster {
  readonly socket: string;
  readonly data: string;
  run(program: string, ...args: string[]): Promise<string>;
  database(name: string): TestDatabase;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Run = PostgresCluster['run'];

function programs(): string {
  return dirname((process.env.CENTAVO_TEST_POSTGRES ?? process.env.CENTAVO_TEST_REPLICAS)!);
}

export function startCluster(): Promise<PostgresCluster> {
  return begin((run, data) =>
    run('initdb', '--pgdata', data, `--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8', '--no-sync'),
  );
}

export function startReplica(of: PostgresCluster): Promise<PostgresCluster> {
  return begin((run, data) =>
    run(
      'pg_basebackup',
      `--host=${of.socket}`,
      '--pgdata',
      data,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ),
  );
}

async function begin(fill: (run: Run, data: string) => Promise<string>): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-cluster-'));
  const [data, socket] = [join(folder, 'data'), join(folder, 'run')];
  mkdirSync(socket);
  const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(folder, 0o711);
  if ('uid' in runAs) for (const path of [folder, socket]) chownSync(path, NOBODY, NOBODY);
  const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGHOST: socket, PGUSER: SUPERUSER };
  const run = async (program: string, ...args: string[]): Promise<string> => {
    const options = { ...runAs, cwd: '/', env: environment, maxBuffer: 64 * 1024 * 1024 };
    return (await promisify(execFile)(join(programs(), program), args, options)).stdout;
  };
  await fill(run, data);
  const settings = `-c listen_addresses='' -c unix_socket_directories='${socket}' -c fsync=off -c shared_preload_libraries=pg_stat_statements`;
  const start = async (): Promise<void> => {
    await run('pg_ctl', 'start', '-D', data, '-w', '-o', settings, '-l', join(socket, 'log'));
  };
  await start();
  const databases: pg.Pool[] = [];
  return {
    socket,
    data,
    run,
    start,
    database: (name) => {
      const url = `postgres://${SUPERUSER}@localhost:5432/${name}?host=${encodeURIComponent(socket)}&sslmode=disable`;
      const pool = poolOf(url);
      databases.push(pool);
      return databaseOf(url, name, pool);
    },
    stop: async () => {
      await Promise.all(databases.map((pool) => pool.end()));
      if (existsSync(join(data, 'postmaster.pid'))) await run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
