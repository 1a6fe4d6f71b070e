import { startEmbeddedPostgres } from '@app/embedded-postgres';
import type { Log, Settings } from '@app/kernel';
import { isSchemaCurrent, isServingAddress, migrateUp, prepareRoles, servingAddress } from '@app/kernel';
import { MIGRATIONS } from './contexts.module.js';

/** The database that a process works on. */
export interface DatabaseServer {
  /** Where the service logs in (decision 0056). */
  readonly url: string;
  /** Where its schema is brought up; null where that is done elsewhere. */
  readonly administrator: string | null;
  /** Whether it is the one that the service brings along. */
  readonly embedded: boolean;
  /** Lets go of it; an embedded one stops with the last process that uses it. */
  close(): Promise<void>;
}

/** Opens the operator's PostgreSQL, or the embedded one under DATA_DIR, which is started where it does not run yet. */
export async function openDatabase(settings: Settings, log: Log): Promise<DatabaseServer> {
  const { databaseUrl: url, databaseAdminUrl } = settings;
  if (url !== null) {
    const administrator = databaseAdminUrl ?? (isServingAddress(url) ? null : url);
    return { url, administrator, embedded: false, close: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return {
    url: servingAddress(server.url),
    administrator: server.url,
    embedded: true,
    close: () => server.stop(),
  };
}

/**
 * Migrates the schema and allows the service's roles to log in, if an administrator's address is known.
 * @returns names of the applied migrations
 * @throws Error if no administrator is known and the schema is not current
 */
export async function prepareDatabase({ url, administrator }: DatabaseServer): Promise<string[]> {
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
