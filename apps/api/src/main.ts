import 'reflect-metadata';
import { createLog, migrateUp, readSettings } from '@app/kernel';
import { AppModule } from './app.module.js';
import { createHttpApplication, limitTimes } from './http/http-application.js';
import { MIGRATIONS } from './schema.js';

const settings = readSettings(process.env);
const log = createLog(settings.logLevel);
await migrateUp(settings.databaseUrl!, MIGRATIONS);
const app = await createHttpApplication(AppModule.with(settings, settings.databaseUrl!, log), log);
limitTimes(app.getHttpServer());
await app.listen(settings.port, settings.host);
process.stdout.write(JSON.stringify({ ready: true, url: settings.baseUrl }) + '\n');
