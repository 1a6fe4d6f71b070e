import { startEmbeddedPostgres } from '@app/embedded-postgres';
import type { Log, Settings } from '@app/kernel';
import { isSchemaCurrent, isServingAddress, migrateUp, prepareRoles, servingAddress } from '@app/kernel';
import { MIGRATIONS } from './contexts.module.js';

export interface DatabaseServer {
  /** URL with which the service connects. With an embedded database, the role is `centavo_app` (decision 0003). */
  readonly url: string;
  /** URL for migrations; null if another process runs them. */
  readonly administrator: string | null;
  readonly embedded: boolean;
  /** Closes the database. An embedded server stops when the last process that uses it closes it. */
  close(): Promise<void>;
}

/**
 * Opens the operator's PostgreSQL if one is configured. Otherwise opens the embedded one in DATA_DIR, and starts it if
 * it is not running.
 */
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
 * Migrates the database. Returns the names of the applied migrations.
 * @throws Error if the schema is outdated and no administrator URL is set
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
