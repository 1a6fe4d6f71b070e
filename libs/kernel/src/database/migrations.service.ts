import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import type { NamedMigration } from './schema.migrations.js';

/** Any number will do, as long as every process takes the same one. */
const MIGRATION_LOCK = 4_827_190_266;
/** Unique indexes that take nulls for equal exist from here on. */
const OLDEST_POSTGRES = 150_000;

/** Which migrations a database has had and which it has yet to get. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** Brings the schema up to date. Several processes may do so at once: one works, the others wait and find it done. */
export async function migrateUp(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  // What nearly every start finds is told by one statement, for a tenth of what it costs to ask the migrator.
  if (await isCurrent(databaseUrl, migrations)) return [];
  return withMigrator(databaseUrl, migrations, async (migrator) => (await migrator.up()).map(({ name }) => name));
}

/** Takes the latest migration back. */
export function migrateDown(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  return withMigrator(databaseUrl, migrations, async (migrator) => (await migrator.down()).map(({ name }) => name));
}

export function migrationStatus(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<MigrationStatus> {
  return withMigrator(databaseUrl, migrations, async (migrator) => ({
    applied: (await migrator.getExecuted()).map(({ name }) => name),
    pending: (await migrator.getPending()).map(({ name }) => name),
  }));
}

function isCurrent(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('centavo_migrations') is not null as there`,
    );
    if (!rows[0]!.there) return false;
    const applied = await client.query<{ name: string }>('select name from centavo_migrations');
    const names = new Set(applied.rows.map(({ name }) => name));
    return migrations.every(({ name }) => names.has(name));
  });
}

function withMigrator<T>(
  databaseUrl: string,
  migrations: readonly NamedMigration[],
  use: (migrator: Migrator) => Promise<T>,
): Promise<T> {
  return withClient(databaseUrl, async (guard) => {
    await refuseOldServer(guard);
    await guard.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const orm = await MikroORM.init({
      dbName: await databaseName(guard),
      driverOptions: { connectionString: databaseUrl },
      entities: [],
      discovery: { warnWhenNoEntities: false },
      ensureDatabase: false,
      extensions: [Migrator],
      migrations: {
        tableName: 'centavo_migrations',
        migrationsList: [...migrations],
        snapshot: false,
        allOrNothing: true,
        silent: true,
      },
    });
    try {
      return await use(orm.migrator as Migrator);
    } finally {
      await orm.close(true);
    }
  });
}

async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function databaseName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]!.name;
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  if (Number(rows[0]!.version) < OLDEST_POSTGRES) throw new Error('PostgreSQL 15 or later is needed');
}
