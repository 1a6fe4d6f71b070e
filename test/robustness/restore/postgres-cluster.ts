import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { databaseOf, poolOf } from '../../../libs/kernel/src/testing.js';

const SUPERUSER = 'centavo';
/** PostgreSQL does not run as root; here root runs it as the user `nobody`. */
const NOBODY = 65_534;

/** A PostgreSQL server of its own, of the system's programs, with nothing in it but its superuser. */
export interface PostgresCluster {
  /** The folder of its socket, which is the only way in. */
  readonly socket: string;
  /** The folder of its data. */
  readonly data: string;
  /** Runs one of PostgreSQL's programs on it, as its superuser; answers what it wrote. */
  run(program: string, ...args: string[]): Promise<string>;
  /** A database of it, as tests use one. */
  database(name: string): TestDatabase;
  /** Starts it again after it was stopped by one of PostgreSQL's programs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Run = PostgresCluster['run'];

/** The folder of the system's PostgreSQL; test/run/system-programs.mjs finds it. */
function programs(): string {
  return dirname((process.env.CENTAVO_TEST_POSTGRES ?? process.env.CENTAVO_TEST_REPLICAS)!);
}

export function startCluster(): Promise<PostgresCluster> {
  return begin((run, data) =>
    run('initdb', '--pgdata', data, `--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8', '--no-sync'),
  );
}

/** A streaming replica, made while the cluster runs that it follows. */
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
  if ('uid' in runAs) for (const one of [folder, socket]) chownSync(one, NOBODY, NOBODY);
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
