import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import { functionsChecksum, migrationChecksum } from './migration-checksum.migrations.js';
import type { NamedMigration } from './named-migration.migrations.js';
import { applyFunctions, functionsOf } from './schema.migrations.js';

const MAX_CONNECT_MS = 5_000;
const MIGRATION_LOCK = 4_827_190_266;
/** Oldest supported version, because `unique nulls not distinct` exists since PostgreSQL 15. */
const OLDEST_POSTGRES = 150_000;
const FIRST_UNRELEASED = '0001-kernel-foundations';
const FUNCTIONS = 'functions';

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/**
 * Applies pending migrations and then replaces all SQL functions. Does nothing if the schema is current. Concurrent
 * processes wait for each other.
 * @throws MigrationEdited if an applied migration was edited
 * @throws UnreleasedSchema if a version before the first release created the database
 */
export async function migrateUp(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  // The schema is usually current, and this query takes a tenth of the time that the migrator takes.
  if (await isSchemaCurrent(databaseUrl, migrations)) return [];
  return withMigrator(databaseUrl, migrations, async (migrator, client) => {
    await readRecorded(client, migrations);
    const applied = await migrator.up();
    await recordChecksums(client, migrations);
    await applyFunctions(client, migrations);
    return applied.map(({ name }) => name);
  });
}

export function isSchemaCurrent(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const recorded = await readRecorded(client, migrations);
    const isApplied = migrations.every(
      ({ name, isGenerated }) => recorded.get(name) ?? (isGenerated && recorded.has(name)),
    );
    return isApplied && recorded.get(FUNCTIONS) === functionsChecksum(functionsOf(migrations));
  });
}

/** Reverts the latest migration, even if it was edited, so that its new version can be applied. */
export function migrateDown(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  return withMigrator(databaseUrl, migrations, async (migrator) => (await migrator.down()).map(({ name }) => name));
}

export function migrationStatus(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<MigrationStatus> {
  return withMigrator(databaseUrl, migrations, async (migrator, client) => {
    await readRecorded(client, migrations);
    const [applied, pending] = [await migrator.getExecuted(), await migrator.getPending()];
    return { applied: applied.map(({ name }) => name), pending: pending.map(({ name }) => name) };
  });
}

export class MigrationEdited extends Error {
  constructor(name: string) {
    super(
      `The migration ${name} was edited after this database had it. Restore its SQL, and put the change into a new migration.`,
    );
  }
}

export class UnreleasedSchema extends Error {
  constructor() {
    super(
      'A version before 1.0 created this database. Export its workspaces with that version (workspace export), and import them into an empty database.',
    );
  }
}

/**
 * Returns the recorded checksums of the applied migrations and of the functions, by name. Null for a migration without
 * a recorded checksum.
 * @throws MigrationEdited if an applied migration was edited
 */
async function readRecorded(
  client: pg.Client,
  migrations: readonly NamedMigration[],
): Promise<Map<string, string | null>> {
  const { rows: tables } = await client.query<{ functions: string | null }>(
    `select obj_description(oid) as functions from pg_class where oid = to_regclass('centavo_migrations')`,
  );
  if (tables.length === 0) return new Map();
  // Reads the row as JSON, because the column does not exist until after the migrator has created the table.
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from centavo_migrations m`,
  );
  const recorded = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  if (recorded.has(FIRST_UNRELEASED)) throw new UnreleasedSchema();
  for (const migration of migrations) {
    const checksum = recorded.get(migration.name) ?? null;
    if (checksum === null || migration.isGenerated) continue;
    if (checksum !== (await migrationChecksum(migration))) throw new MigrationEdited(migration.name);
  }
  return recorded.set(FUNCTIONS, tables[0]!.functions);
}

async function recordChecksums(client: pg.Client, migrations: readonly NamedMigration[]): Promise<void> {
  const written = migrations.filter(({ isGenerated }) => !isGenerated);
  await client.query('alter table centavo_migrations add column if not exists checksum text');
  await client.query(
    `update centavo_migrations m set checksum = known.checksum from unnest($1::text[], $2::text[]) known (name, checksum)
     where m.name = known.name and m.checksum is null`,
    [written.map(({ name }) => name), await Promise.all(written.map(migrationChecksum))],
  );
}

function withMigrator<T>(
  databaseUrl: string,
  migrations: readonly NamedMigration[],
  use: (migrator: Migrator, client: pg.Client) => Promise<T>,
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
        migrationsList: migrations.map(({ name, class: migration }) => ({ name, class: migration })),
        snapshot: false,
        allOrNothing: true,
        silent: true,
      },
    });
    try {
      return await use(orm.migrator as Migrator, guard);
    } finally {
      await orm.close(true);
    }
  });
}

async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  // A server that accepts the connection but never responds must not block startup.
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: MAX_CONNECT_MS });
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
