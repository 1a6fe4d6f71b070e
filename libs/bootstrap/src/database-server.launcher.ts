import { startEmbeddedPostgres } from '@app/embedded-postgres';
import type { Log, Settings, ShardFailure } from '@app/kernel';
import {
  DIRECTORY,
  isSchemaCurrent,
  isServingAddress,
  migrateUp,
  prepareRoles,
  reasonOf,
  servingAddress,
} from '@app/kernel';
import { MIGRATIONS } from './contexts.module.js';

/** Where a database is. */
export interface DatabaseAddress {
  readonly name: string;
  readonly url: string;
  readonly administrator: string | null;
}

/** The database that a process works on. */
export interface DatabaseServer {
  /** Where the service logs in (decision 0056). */
  readonly url: string;
  /** Where its schema is brought up; null where that is done elsewhere. */
  readonly administrator: string | null;
  /** The databases beside it that workspaces live in (decision 0086). */
  readonly shards: readonly DatabaseAddress[];
  /** Whether it is the one that the service brings along. */
  readonly embedded: boolean;
  /** Lets go of it; an embedded one stops with the last process that uses it. */
  close(): Promise<void>;
}

/** Opens the operator's PostgreSQL, or the embedded one under DATA_DIR, which is started where it does not run yet. */
export async function openDatabase(settings: Settings, log: Log): Promise<DatabaseServer> {
  const { databaseUrl: url, databaseAdminUrl } = settings;
  const shards = settings.shards.flatMap((shard) => (shard.url === null ? [] : [{ ...shard, url: shard.url }]));
  if (url !== null) {
    const administrator = databaseAdminUrl ?? (isServingAddress(url) ? null : url);
    return { url, administrator, shards, embedded: false, close: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return {
    url: servingAddress(server.url),
    administrator: server.url,
    shards,
    embedded: true,
    close: () => server.stop(),
  };
}

/** A migration that a database has just had. */
export interface AppliedMigration {
  readonly name: string;
  readonly shard: string;
}

/** What became of the schemas. */
export interface PreparedDatabases {
  readonly applied: readonly AppliedMigration[];
  /** The shards that could not be brought up, and why: nothing of theirs is served until they are. */
  readonly behind: readonly ShardFailure[];
}

/** The directory's database, and each shard beside it. */
export function databasesOf({ url, administrator, shards }: DatabaseServer): DatabaseAddress[] {
  return [{ name: DIRECTORY, url, administrator }, ...shards];
}

/**
 * Brings the schema of each database up to date, under a lock of its own, and lets the service's roles log in, where an
 * administrator's address is known. Where that fails in one shard, the others are brought up all the same.
 * @throws Error where it fails in the directory, or no administrator is known and the directory's schema is not current
 */
export async function prepareDatabase(server: DatabaseServer): Promise<PreparedDatabases> {
  const [directory, ...shards] = databasesOf(server);
  const applied = (await prepareOne(directory!)).map((name) => ({ name, shard: DIRECTORY }));
  const behind: ShardFailure[] = [];
  for (const shard of shards) {
    try {
      applied.push(...(await prepareOne(shard)).map((name) => ({ name, shard: shard.name })));
    } catch (error) {
      behind.push({ shard: shard.name, reason: reasonOf(error) });
    }
  }
  return { applied, behind };
}

async function prepareOne({ url, administrator }: DatabaseAddress): Promise<string[]> {
  if (administrator === null) {
    if (await isSchemaCurrent(url, MIGRATIONS)) return [];
    throw new Error('the schema of the database is not current: run migrate up with DATABASE_ADMIN_URL first');
  }
  const applied = await migrateUp(administrator, MIGRATIONS);
  await prepareRoles(administrator, url);
  return applied;
}

/** Does work with the database, and lets go of it at the end. */
export async function withDatabaseServer<T>(
  settings: Settings,
  log: Log,
  use: (database: DatabaseServer) => Promise<T>,
): Promise<T> {
  const server = await openDatabase(settings, log);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}
