import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Settings } from '@app/kernel';
import { readSettings } from '@app/kernel';

/**
 * Reads the settings from the environment and from `.env` in the working directory. The environment takes precedence.
 */
export function settingsOfProcess(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** Replaces PORT=0 with a free port. Call it before reading the settings, because they derive URLs from the port. */
export async function chooseFreePort(): Promise<void> {
  if (process.env['PORT'] !== '0') return;
  process.env['PORT'] = String(await openedPort(process.env['HOST'] ?? '127.0.0.1', 0));
}

/**
 * Opens the port, closes it and returns its number, so that a port in use is reported before the database starts.
 * @throws the error of `listen` if the port is in use
 */
export async function openedPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const { port: opened } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return opened;
}
