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

/** The folder of a test, removed after it. */
export let folder: string;
/** A data folder whose cluster was made from nothing and stopped. */
let made: string;
const servers: EmbeddedPostgres[] = [];

/** Gives each test a folder of its own. */
export function useFolders(): void {
  beforeAll(async () => {
    made = join(newFolder(), 'data');
    await (await startEmbeddedPostgres({ dataDir: made, settings: UNSAFE_AND_FAST, log: SILENT })).stop();
  });
  afterAll(() => rmSync(dirname(made), { recursive: true }));
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
  // The user that PostgreSQL runs as instead of root must be able to enter.
  chmodSync(fresh, 0o711);
  return fresh;
}

/** Puts a cluster in its place for those who do not care how it was made: to make one takes longer than all else. */
export function putCluster(into = dataDir()): void {
  mkdirSync(into);
  chmodSync(into, 0o711);
  execFileSync('cp', ['-a', join(made, 'postgres'), into]);
}

export function dataDir(): string {
  return join(folder, 'data');
}

export function cluster(): string {
  return join(dataDir(), 'postgres');
}

export async function start(options: { dataDir?: string } = {}): Promise<EmbeddedPostgres> {
  const given = { dataDir: dataDir(), settings: UNSAFE_AND_FAST, log: SILENT, ...options };
  const server = await startEmbeddedPostgres(given);
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

/** The processes that work in a folder or name it in their command line, this one and its tests aside. */
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
