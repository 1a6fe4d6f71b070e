import cluster from 'node:cluster';
import type { Log, Settings } from '@app/kernel';
import { AppModule } from '../app.module.js';
import type { DatabaseServer } from '@app/bootstrap';
import { seedDemoIfEmpty } from '@app/demo';
import { announce, readyMessage } from '../process/startup-message.js';
import { createHttpApplication, limitTimes } from './http-application.js';
import { stopOnSignals } from './shutdown.js';

export async function serveHttp(settings: Settings, database: DatabaseServer, log: Log): Promise<void> {
  const app = await createHttpApplication(AppModule.with(settings, database.url, log), log);
  await app.init();
  // In a worker, `embedded` is false, because the worker uses the database of the primary process.
  const seeds = settings.demo && (database.embedded || cluster.isWorker);
  const demo = seeds ? await seedDemoIfEmpty(app) : null;
  if (demo) announce({ demo });
  stopOnSignals(app, database, log);
  limitTimes(app.getHttpServer(), settings);
  await app.listen(settings.port, settings.host);
  announce(readyMessage(settings));
}
