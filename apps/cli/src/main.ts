import 'reflect-metadata';
import { createLog, newId, readSettings, Database } from '@app/kernel';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../api/src/app.module.js';
import { Workspaces } from '@app/workspace';
import { ApiKeys, Users } from '@app/identity';
const settings = readSettings(process.env);
const log = createLog(settings.logLevel);
const app = await NestFactory.createApplicationContext(AppModule.with(settings, settings.databaseUrl!, log), { logger: ['error','warn'] });
const id = newId();
await app.get(Database).inWorkspace(id, async (work) => {
  await app.get(Workspaces).create(work, 'Prueba', 'MXN', 'free');
  await app.get(Users).makeOwner(work, 'a@b.mx', 'secreto');
});
console.log(await app.get(ApiKeys).create(id, 'k', 'read_write'));
console.log(await app.get(Workspaces).listAll());
await app.close();
