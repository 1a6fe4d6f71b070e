import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import pg from 'pg';
import { migrationChecksum } from './migration-checksum.migrations.js';
import type { NamedMigration } from './named-migration.migrations.js';
import { recordedName } from './named-migration.migrations.js';

const MAX_CONNECT_MS = 5_000;
/** Any number will do, as long as every process takes the same one. */
const MIGRATION_LOCK = 4_827_190_266;
/** Unique indexes that take nulls for equal exist from here on. */
const OLDEST_POSTGRES = 150_000;

/** Which migrations a database has had and which it has yet to get. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** A migration as the database records it. */
interface RecordedMigration {
  readonly name: string;
  readonly checksum: string | null;
}

/**
 * Brings the schema up to date. Several processes may do so at once: one works, the others wait and find it done.
 * @throws MigrationEdited where the database has had a migration in another wording
 */
export async function migrateUp(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  // Nearly every start finds a current schema; one statement tells so, for a tenth of what it costs to ask the migrator.
  if (await isSchemaCurrent(databaseUrl, migrations)) return [];
  return withMigrator(databaseUrl, migrations, async (migrator, client) => {
    await refuseEdited(client, migrations);
    const applied = await migrator.up();
    await recordChecksums(client, migrations);
    return ownNames(applied, migrations);
  });
}

/** @throws MigrationEdited where the database has had a migration in another wording */
export function isSchemaCurrent(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<boolean> {
  return withClient(databaseUrl, (client) => isCurrent(client, migrations));
}

/** Reverts the latest migration. An edited one may be reverted, so that its new wording can be applied. */
export function migrateDown(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<string[]> {
  return withMigrator(databaseUrl, migrations, async (migrator) => ownNames(await migrator.down(), migrations));
}

/** @throws MigrationEdited where the database has had a migration in another wording */
export function migrationStatus(databaseUrl: string, migrations: readonly NamedMigration[]): Promise<MigrationStatus> {
  return withMigrator(databaseUrl, migrations, async (migrator, client) => {
    await refuseEdited(client, migrations);
    return {
      applied: ownNames(await migrator.getExecuted(), migrations),
      pending: ownNames(await migrator.getPending(), migrations),
    };
  });
}

/** The names of migrations in the sources, where databases may know them by another. */
function ownNames(recorded: readonly { name: string }[], migrations: readonly NamedMigration[]): string[] {
  return recorded.map(({ name }) => migrations.find((known) => recordedName(known) === name)?.name ?? name);
}

/** An applied migration was edited: databases that have had it would differ from those that are yet to get it. */
export class MigrationEdited extends Error {
  constructor(name: string) {
    super(
      `The migration ${name} was edited after this database had it. Restore its SQL, and put the change into a new migration.`,
    );
  }
}

/** Whether the database has had every migration, each in its present wording and with a checksum that says so. */
async function isCurrent(client: pg.Client, migrations: readonly NamedMigration[]): Promise<boolean> {
  const recorded = await refuseEdited(client, migrations);
  return migrations.every((migration) => {
    const found = recorded.get(recordedName(migration));
    return found && (found.checksum !== null || migration.isGenerated);
  });
}

/** Answers what the database records, by name. */
async function refuseEdited(
  client: pg.Client,
  migrations: readonly NamedMigration[],
): Promise<Map<string, RecordedMigration>> {
  const there = await client.query<{ there: boolean }>(`select to_regclass('centavo_migrations') is not null as there`);
  if (!there.rows[0]!.there) return new Map();
  // Read as JSON, because a database of an earlier version has no column for checksums yet.
  const { rows } = await client.query<RecordedMigration>(
    `select name, to_jsonb(m) ->> 'checksum' as checksum from centavo_migrations m`,
  );
  const recorded = new Map(rows.map((row) => [row.name, row]));
  for (const migration of migrations) {
    const checksum = recorded.get(recordedName(migration))?.checksum ?? null;
    if (checksum === null || migration.isGenerated) continue;
    if (checksum !== (await migrationChecksum(migration))) throw new MigrationEdited(migration.name);
  }
  return recorded;
}

/** Notes the checksum of each migration that has none: those just applied, and those of an earlier version's database. */
async function recordChecksums(client: pg.Client, migrations: readonly NamedMigration[]): Promise<void> {
  const written = migrations.filter(({ isGenerated }) => !isGenerated);
  await client.query('alter table centavo_migrations add column if not exists checksum text');
  await client.query(
    `update centavo_migrations m set checksum = known.checksum from unnest($1::text[], $2::text[]) known (name, checksum)
     where m.name = known.name and m.checksum is null`,
    [written.map(recordedName), await Promise.all(written.map(migrationChecksum))],
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
        migrationsList: migrations.map((migration) => ({ name: recordedName(migration), class: migration.class })),
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
  // A server that accepts a connection and never answers must not block the start.
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
