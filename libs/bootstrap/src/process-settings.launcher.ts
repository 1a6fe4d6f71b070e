import { once } from 'node:events';
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
  process.env['PORT'] = String(await openedPort(process.env['HOST'] ?? '127.0.0.1', 0));
}

/** Opens a port for a moment: a port that is taken is told before a database is started. @throws what `listen` fails with */
export async function openedPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const { port: opened } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return opened;
}
