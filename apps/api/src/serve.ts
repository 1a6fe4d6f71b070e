import 'reflect-metadata';
import cluster from 'node:cluster';
import type { Log, Settings } from '@app/kernel';
import { createLog, SettingsInvalid } from '@app/kernel';
import { chooseFreePort, openDatabase, openedPort, prepareDatabase, settingsOfProcess } from '@app/bootstrap';
import type { DatabaseServer } from '@app/bootstrap';

/** Prepares the database, the schema and the optional demo, starts HTTP, and writes the startup message. */
async function serve(): Promise<void> {
  await chooseFreePort();
  const settings = settingsOfProcess();
  if (cluster.isPrimary) await openedPort(settings.host, settings.port);
  const log = createLog(settings.logLevel);
  const database = await openDatabase(settings, log);
  if (cluster.isPrimary) {
    await prepareDatabase(database);
    if (database.url === database.administrator)
      log.warn({}, 'the service connects to the database as an administrator: see DATABASE_ADMIN_URL');
  }
  try {
    await (cluster.isPrimary && settings.workers > 1 ? lead(settings, database, log) : work(settings, database, log));
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function lead(settings: Settings, database: DatabaseServer, log: Log): Promise<void> {
  const { leadWorkers } = await import('./workers/lead-workers.js');
  await leadWorkers(settings, database, log);
}

async function work(settings: Settings, database: DatabaseServer, log: Log): Promise<void> {
  const { serveHttp } = await import('./http/serve-http.js');
  await serveHttp(settings, database, log);
}

function messageOf(error: unknown): string {
  if (error instanceof SettingsInvalid) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Stop it, or set PORT to a free port.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  return stack ?? String(error);
}

try {
  await serve();
} catch (error) {
  const message = messageOf(error);
  process.stderr.write(`${JSON.stringify({ level: 60, msg: 'the service could not start', error: message })}\n`);
  process.exit(1);
}
