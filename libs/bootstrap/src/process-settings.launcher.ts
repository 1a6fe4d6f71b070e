import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Settings } from '@app/kernel';
import { readSettings } from '@app/kernel';

/** The settings of this process: the environment, with `.env` in the working folder for what it does not say. */
export function settingsOfProcess(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** PORT=0 asks for any free port; it is chosen before the settings are read, because addresses are made from it. */
export async function chooseFreePort(): Promise<void> {
  if (process.env['PORT'] !== '0') return;
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, process.env['HOST'] ?? '127.0.0.1', resolve));
  process.env['PORT'] = String((probe.address() as AddressInfo).port);
  await new Promise((resolve) => probe.close(resolve));
}
