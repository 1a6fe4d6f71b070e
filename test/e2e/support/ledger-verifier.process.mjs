import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../../dist/apps/api/src/app.module.js';
import { createLog, readSettings } from '../../../dist/libs/kernel/src/index.js';
import { LedgerVerification } from '../../../dist/libs/ledger/src/index.js';

/** A process that verifies whenever a line on standard input asks for it; test/run/global-setup.mjs bundles it. */
const settings = readSettings(process.env);
const module = AppModule.with(settings, settings.databaseUrl, createLog('silent'));
const app = await NestFactory.createApplicationContext(module, { logger: false });
const verification = app.get(LedgerVerification);
for await (const line of createInterface({ input: process.stdin })) {
  const { workspaceId, repair } = JSON.parse(line);
  const report = await verification.verify(workspaceId, repair).catch((error) => ({ error: String(error.stack) }));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
await app.close();
