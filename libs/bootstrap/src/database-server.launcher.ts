import { startEmbeddedPostgres } from '@app/embedded-postgres';
import type { Log, Settings } from '@app/kernel';

/** The database that a process works on. */
export interface DatabaseServer {
  readonly url: string;
  /** Whether it is the one that the service brings along. */
  readonly embedded: boolean;
  /** Lets go of it; an embedded one stops with the last process that uses it. */
  close(): Promise<void>;
}

/** Opens the operator's PostgreSQL, or the embedded one under DATA_DIR, which is started where it does not run yet. */
export async function openDatabase(settings: Settings, log: Log): Promise<DatabaseServer> {
  if (settings.databaseUrl !== null) {
    return { url: settings.databaseUrl, embedded: false, close: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return { url: server.url, embedded: true, close: () => server.stop() };
}

/** Does work with the address of the database, and lets go of it at the end. */
export async function withDatabaseUrl<T>(
  settings: Settings,
  log: Log,
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const server = await openDatabase(settings, log);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}
