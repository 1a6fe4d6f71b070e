import 'reflect-metadata';
import cluster from 'node:cluster';
import type { Log, Settings } from '@app/kernel';
import { createLog, migrateUp, SettingsInvalid } from '@app/kernel';
import { chooseFreePort, MIGRATIONS, openDatabase, settingsOfProcess } from '@app/bootstrap';
import type { DatabaseServer } from '@app/bootstrap';

/** Starts the service: database, schema, demo where asked for, HTTP; then says on standard output that it is ready. */
async function serve(): Promise<void> {
  await chooseFreePort();
  const settings = settingsOfProcess();
  const log = createLog(settings.logLevel);
  const database = await openDatabase(settings, log);
  // Where several processes serve, the one that leads them has done so.
  if (cluster.isPrimary) await migrateUp(database.url, MIGRATIONS);
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

try {
  await serve();
} catch (error) {
  const message = error instanceof SettingsInvalid ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${JSON.stringify({ level: 60, msg: 'the service could not start', error: message })}\n`);
  process.exit(1);
}
