import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import pg from 'pg';
import { until } from '../../../test/e2e/support/until.js';
import { startEmbeddedPostgres } from '../src/embedded-postgres.launcher.js';
import type { EmbeddedPostgres } from '../src/embedded-postgres.launcher.js';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const UNSAFE_AND_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export let folder: string;
let template: string;
const servers: EmbeddedPostgres[] = [];

export function useFolders(): void {
  beforeAll(async () => {
    template = join(newFolder(), 'data');
    await (await startEmbeddedPostgres({ dataDir: template, settings: UNSAFE_AND_FAST, log: SILENT })).stop();
  });
  afterAll(() => rmSync(dirname(template), { recursive: true }));
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await until(() => processesOn(folder).length === 0);
    rmSync(folder, { recursive: true });
  });
}

function newFolder(): string {
  const fresh = mkdtempSync(join(tmpdir(), 'centavo-embedded-'));
  // If the tests run as root, PostgreSQL runs as another user, which must be able to access the folder.
  chmodSync(fresh, 0o711);
  return fresh;
}

/** Copies a stopped cluster into the folder, which is faster than creating a cluster. */
export function putCluster(into = dataDir()): void {
  mkdirSync(into);
  chmodSync(into, 0o711);
  execFileSync('cp', ['-a', join(template, 'postgres'), into]);
}

export function dataDir(): string {
  return join(folder, 'data');
}

export function cluster(): string {
  return join(dataDir(), 'postgres');
}

export async function start(options: { dataDir?: string } = {}): Promise<EmbeddedPostgres> {
  const all = { dataDir: dataDir(), settings: UNSAFE_AND_FAST, log: SILENT, ...options };
  const server = await startEmbeddedPostgres(all);
  servers.push(server);
  return server;
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export function processesOn(path: string): string[] {
  const real = realpathSync(path);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => `${pid} ${commandLine(pid)}`)
    .filter((line) => line.includes(real));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
