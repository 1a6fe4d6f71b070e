import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { servingAddress } from './settings/roles.js';

const TEMPLATE_LOCK = 4_827_190_267;

/** A database for one test file. It has the schema but no data. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  connect(): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** Returns the folder of the build under test. Tests of the test suite itself use a broken build. */
export function builtFolder(): string {
  const folder = resolve(process.env.CENTAVO_TEST_BUILD ?? 'dist');
  if (!existsSync(join(folder, 'libs/bootstrap/src/contexts.module.js'))) {
    throw new Error(`there is no build in ${folder}; npm test creates one`);
  }
  return folder;
}

/**
 * Returns the path of a program: the bundle as delivered, or its variant with a test clock. A broken build has no
 * bundle, and a startup file may replace parts of the program. In both cases, returns the unbundled program.
 */
export function builtProgram(name: 'api' | 'cli', env: NodeJS.ProcessEnv = {}): string {
  const isBundled = process.env.CENTAVO_TEST_BUILD === undefined && !env['NODE_OPTIONS']?.includes('--import=file:');
  if (isBundled && env['CENTAVO_TEST_CLOCK'] !== undefined)
    return join(process.env.CENTAVO_TEST_PROGRAMS!, `${name}-by-clock.js`);
  return join(builtFolder(), isBundled ? `programs/${name}.js` : `apps/${name}/src/main.js`);
}

export function testServerUrl(): string {
  const url = process.env.CENTAVO_TEST_SERVER;
  if (url === undefined) throw new Error('CENTAVO_TEST_SERVER is not set; npm test starts a PostgreSQL and sets it');
  return url;
}

/**
 * Creates a database with the current schema. Clones a template, which takes 50 ms. The first caller creates and
 * migrates the template, and concurrent test files share it.
 * @param like database to copy instead; its connections are closed
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

async function cloneDatabase(url: string, like: string | undefined): Promise<void> {
  const template = like === undefined ? await migratedTemplate(url) : nameOf(like);
  await withServer(async (server) => {
    if (like !== undefined)
      await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [template]);
    await server.query(`create database ${nameOf(url)} template ${template} strategy file_copy`);
  }, url);
  // Tests do not need to survive a crash of the server.
  await withServer((server) => server.query(`alter database ${nameOf(url)} set synchronous_commit = off`), url);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

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

export function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, application_name: 'test' });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Wraps an existing database. The caller must end the pool.
 * @param drop removes the database; does nothing by default, for a database that is removed with its server
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

/** Returns the address of the server's pooler if the tests run with one. */
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

/** Migrates the database with the build under test, in another process. */
async function migrate(databaseUrl: string): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: servingAddress(databaseUrl), DATABASE_ADMIN_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [builtProgram('cli'), 'migrate', 'up'], { env });
}

function schemaDigest(): string {
  const digest = createHash('sha256');
  const files = readdirSync(join(builtFolder(), 'libs'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.migrations.js')).sort()) {
    digest.update(file).update(readFileSync(join(builtFolder(), 'libs', file)));
  }
  return digest.digest('hex').slice(0, 12);
}

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
