import 'reflect-metadata';
import { createLog, migrateUp, SettingsInvalid } from '@app/kernel';
import { AppModule } from './app.module.js';
import { openDatabase } from './database-server.js';
import { seedDemoIfEmpty } from './demo/seed-demo.js';
import { chooseFreePort, settingsOfProcess } from './environment.js';
import { createHttpApplication, limitTimes } from './http/http-application.js';
import { stopOnSignals } from './http/shutdown.js';
import { MIGRATIONS } from './schema.js';

/** Starts the service: database, schema, demo where asked for, HTTP; then says on standard output that it is ready. */
async function serve(): Promise<void> {
  await chooseFreePort();
  const settings = settingsOfProcess();
  const log = createLog(settings.logLevel);
  const database = await openDatabase(settings, log);
  await migrateUp(database.url, MIGRATIONS);
  const app = await createHttpApplication(AppModule.with(settings, database.url, log), log);
  await app.init();
  const demo = database.embedded && settings.demo ? await seedDemoIfEmpty(app) : null;
  if (demo) say({ demo });
  stopOnSignals(app, database, log);
  limitTimes(app.getHttpServer());
  await app.listen(settings.port, settings.host);
  const url = settings.baseUrl;
  say({ ready: true, url, docs: `${url}/docs`, developers: `${url}/developers`, pid: process.pid });
}

function say(fact: object): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}

try {
  await serve();
} catch (error) {
  const message = error instanceof SettingsInvalid ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${JSON.stringify({ level: 60, msg: 'the service could not start', error: message })}\n`);
  process.exit(1);
}
