import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { servingAddress } from './settings/roles.js';

/** Any number will do that nothing else in the server takes. */
const TEMPLATE_LOCK = 4_827_190_267;

/** A database of one test file's own, with the schema in it and nothing else. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  /** Runs a statement as the superuser, past every wall. bigint columns arrive as strings. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Opens another connection as the superuser. The caller ends it. */
  connect(): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** The folder of the build under test. A control that has to fail puts a broken build here. */
export function builtFolder(): string {
  const folder = resolve(process.env.CENTAVO_TEST_BUILD ?? 'dist');
  if (!existsSync(join(folder, 'libs/bootstrap/src/contexts.module.js'))) {
    throw new Error(`there is no build in ${folder}; npm test makes one`);
  }
  return folder;
}

/**
 * A program as it is delivered: the bundle, or the one whose clock a test sets. A broken build has none, and a program of which a
 * file changes parts as it starts has to be loaded file by file.
 */
export function builtProgram(name: 'api' | 'cli', env: NodeJS.ProcessEnv = {}): string {
  const isBundled = process.env.CENTAVO_TEST_BUILD === undefined && !env['NODE_OPTIONS']?.includes('--import=file:');
  if (isBundled && env['CENTAVO_TEST_CLOCK'] !== undefined)
    return join(process.env.CENTAVO_TEST_PROGRAMS!, `${name}-by-clock.js`);
  return join(builtFolder(), isBundled ? `programs/${name}.js` : `apps/${name}/src/main.js`);
}

/** The address of the maintenance database of the PostgreSQL that tests may fill, as a superuser. */
export function testServerUrl(): string {
  const url = process.env.CENTAVO_TEST_SERVER;
  if (url === undefined) throw new Error('CENTAVO_TEST_SERVER is not set; npm test starts a PostgreSQL and sets it');
  return url;
}

/**
 * Makes a database with the current schema. It is cloned from a template that the first caller migrates, so that it costs
 * a twentieth of a second; test files that run at the same time share the template.
 * @param like another one, of which it becomes a full copy; connections to that one are closed
 */
export async function createTestDatabase(like?: TestDatabase): Promise<TestDatabase> {
  const name = `centavo_test_${randomBytes(6).toString('hex')}`;
  const url = addressOf(name);
  await cloneDatabase(url, like?.url);
  const pool = poolOf(url);
  const drop = async (): Promise<void> => {
    await pool.end();
    await withServer((server) => server.query(`drop database if exists ${name} with (force)`));
  };
  return databaseOf(url, name, pool, drop);
}

/** Makes a database from another one of its server, or from the migrated template. */
async function cloneDatabase(url: string, like: string | undefined): Promise<void> {
  const template = like === undefined ? await migratedTemplate(url) : nameOf(like);
  await withServer(async (server) => {
    if (like !== undefined)
      await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [template]);
    await server.query(`create database ${nameOf(url)} template ${template} strategy file_copy`);
  }, url);
  // What a crash of the server would lose is of no interest here.
  await withServer((server) => server.query(`alter database ${nameOf(url)} set synchronous_commit = off`), url);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** How a process of the service finds a database as an operator should have it: the serving role's address, and the other. */
export function addressesOf({ url }: Pick<TestDatabase, 'url'>): {
  DATABASE_URL: string;
  DATABASE_ADMIN_URL: string;
  DATABASE_POOLER?: string;
} {
  const through = pooled(url);
  return {
    DATABASE_URL: servingAddress(through),
    DATABASE_ADMIN_URL: url,
    ...(through !== url && { DATABASE_POOLER: 'on' }),
  };
}

/** Connections for a test's own questions. A fault test kills their backends; the pool opens others. */
export function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, application_name: 'test' });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * An existing database, queried through a pool that its creator ends.
 * @param drop does nothing where the database goes with its server
 */
export function databaseOf(
  url: string,
  name: string,
  pool: pg.Pool,
  drop: () => Promise<void> = () => Promise.resolve(),
): TestDatabase {
  return {
    url,
    name,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    connect: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    },
    drop,
  };
}

/** The address by which the service reaches a database: through the pooler of its server if the tests run with one. */
function pooled(url: string): string {
  const ports = JSON.parse(process.env.CENTAVO_TEST_POOLERS ?? '{}') as Record<string, number>;
  const address = new URL(url);
  const port = ports[address.searchParams.get('host') ?? address.host];
  if (port === undefined) return url;
  address.host = `127.0.0.1:${port}`;
  address.searchParams.delete('host');
  address.searchParams.set('sslmode', 'disable');
  return address.href;
}

/** The name of a database with the schema of the build under test, made once per schema and server. */
async function migratedTemplate(like: string): Promise<string> {
  const name = `centavo_template_${schemaDigest()}`;
  await withServer(async (server) => {
    await server.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await server.query(`drop database if exists ${unfinished} with (force)`);
    await server.query(`create database ${unfinished}`);
    await migrate(Object.assign(new URL(like), { pathname: `/${unfinished}` }).href);
    await server.query(`alter database ${unfinished} rename to ${name}`);
  }, like);
  return name;
}

/** Migrates with the build under test, in a process of its own: what the service itself would do. */
async function migrate(databaseUrl: string): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: servingAddress(databaseUrl), DATABASE_ADMIN_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [builtProgram('cli'), 'migrate', 'up'], { env });
}

/** Tells two schemas apart: a digest over everything that migrates. */
function schemaDigest(): string {
  const digest = createHash('sha256');
  const files = readdirSync(join(builtFolder(), 'libs'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.migrations.js')).sort()) {
    digest.update(file).update(readFileSync(join(builtFolder(), 'libs', file)));
  }
  return digest.digest('hex').slice(0, 12);
}

/** @param of a database of the server, where that is another one than the first */
async function withServer<T>(use: (server: pg.Client) => Promise<T>, of = testServerUrl()): Promise<T> {
  const address = Object.assign(new URL(of), { pathname: '/postgres' });
  const server = new pg.Client({ connectionString: address.href });
  await server.connect();
  try {
    return await use(server);
  } finally {
    await server.end();
  }
}

function addressOf(database: string): string {
  const address = new URL(testServerUrl());
  address.pathname = `/${database}`;
  return address.href;
}
