import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { lstatSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/embedded-postgres.launcher.js';
import type { EmbeddedPostgres } from '../src/embedded-postgres.launcher.js';

const KEEPER = fileURLToPath(new URL('./embedded-postgres.process.mjs', import.meta.url));
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const UNSAFE_AND_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const AS_ROOT = process.getuid?.() === 0;

let folder: string;
/** A data folder whose cluster was made from nothing and stopped. */
let made: string;
const keepers: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

beforeAll(async () => {
  made = join(newFolder(), 'data');
  await (await startEmbeddedPostgres({ dataDir: made, settings: UNSAFE_AND_FAST, log: SILENT })).stop();
});
afterAll(() => rmSync(dirname(made), { recursive: true }));
beforeEach(() => {
  folder = newFolder();
});

afterEach(async () => {
  for (const keeper of keepers.splice(0)) keeper.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await eventually(() => expect(processesOn(folder)).toEqual([]));
  rmSync(folder, { recursive: true });
});

describe('the embedded PostgreSQL', () => {
  it('starts in an empty folder and finds its data again at the next start', async () => {
    const first = await start();
    expect(first.owned).toBe(true);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(processesOn(folder)).toEqual([]);
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('listens on a private socket only, compares text by Unicode, keeps checksums and time in UTC', async () => {
    putCluster();
    const { url } = await start();
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const runFolder = decodeURIComponent(new URL(url).searchParams.get('host')!);
    expect(lstatSync(runFolder).mode & 0o777).toBe(0o700);
    const facts = await query(
      url,
      `select upper('ñandú') as upper, current_setting('server_encoding') as encoding,
        current_setting('data_checksums') as checksums, current_setting('timezone') as timezone,
        (select datlocprovider::text from pg_database where datname = current_database()) as provider`,
    );
    expect(facts).toEqual([{ upper: 'ÑANDÚ', encoding: 'UTF8', checksums: 'on', timezone: 'UTC', provider: 'b' }]);
  });

  it('is shared with a second process and keeps running for it when the first ends', async () => {
    putCluster();
    const first = await start();
    await query(first.url, 'create table kept as select 1 as one');
    const second = await start();
    expect([first.owned, second.owned]).toEqual([true, false]);
    await first.stop();
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(processesOn(folder)).toEqual([]);
  });

  it('starts once when several processes start it at the same moment', async () => {
    const ready = await Promise.all([1, 2, 3].map(() => startKeeper().then((keeper) => keeper.ready())));
    expect(ready.filter(({ owned }) => owned)).toHaveLength(1);
    expect(new Set(ready.map(({ url }) => url)).size).toBe(1);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  it('ends within five seconds when its process is killed, and starts again at once with all committed data', async () => {
    putCluster();
    const keeper = await startKeeper({ FSYNC: 'on' });
    const { url } = await keeper.ready();
    await query(url, 'create table kept as select 7 as seven');
    keeper.process.kill('SIGKILL');
    const next = await startKeeper();
    expect((await next.ready()).url).toBe(url);
    await eventually(async () => expect(await query(url, 'select seven from kept')).toEqual([{ seven: 7 }]));
    next.process.kill('SIGKILL');
    await eventually(() => expect(processesOn(folder)).toEqual([]));
  });

  it('restarts when the server is killed, for every process that uses it', async () => {
    putCluster();
    const first = await start();
    const second = await startKeeper();
    await second.ready();
    await query(first.url, 'create table kept as select 7 as seven');
    await query(first.url, 'checkpoint');
    for (let round = 0; round < 3; round += 1) {
      const killed = serverPid();
      process.kill(killed, 'SIGKILL');
      await eventually(async () => {
        // A caller right after the kill may still be answered by the killed server.
        expect(serverPid()).not.toBe(killed);
        expect(await query(first.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
      });
    }
    await first.stop();
    expect(await query(first.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  });

  it('restarts when one of its backends is killed', async () => {
    putCluster();
    const { url } = await start();
    const server = serverPid();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    await eventually(async () => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
    expect(serverPid()).toBe(server);
  });

  it('restarts when one of its backends is suspended and outlives it', async () => {
    putCluster();
    const { url } = await start();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // As it is with one that waits for a lock of another that was killed.
    const { pid } = rows[0]!;
    process.kill(pid, 'SIGSTOP');
    process.kill(serverPid(), 'SIGKILL');
    try {
      await eventually(async () => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
    } finally {
      // Where it was left behind its client would wait for it, and Jest for the client.
      if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
    }
  });

  it('is created again when a process was killed while creating it', async () => {
    for (const delay of [30, 150, 300]) {
      const keeper = await startKeeper();
      await eventually(() => expect(existsSync(dataDir())).toBe(true));
      await pause(delay);
      keeper.process.kill('SIGKILL');
      await eventually(() => expect(keeper.process.signalCode).toBe('SIGKILL'));
    }
    await eventually(() => expect(processesOn(folder)).toEqual([]));
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  it('ignores lock files whose process id belongs to another program now', async () => {
    putCluster();
    const first = await start();
    const lines = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n');
    await first.stop();
    const bystander = spawn('sleep', ['60'], { cwd: '/', ...ownerOf(cluster()), stdio: 'ignore' });
    try {
      const stale = [bystander.pid, ...lines.slice(1)].join('\n');
      writeFileSync(join(cluster(), 'postmaster.pid'), stale);
      writeFileSync(join(dirname(cluster()), 'postgres-run/.s.PGSQL.5432.lock'), stale);
      expect((await start()).owned).toBe(true);
    } finally {
      bystander.kill();
    }
  });

  it('moves only its socket when the path of the data folder is too long for one', async () => {
    const long = join(folder, 'año fiscal 100% "nuevo"', 'x'.repeat(100));
    const server = await start({ dataDir: long });
    const runFolder = decodeURIComponent(new URL(server.url).searchParams.get('host')!);
    // Where the server is another user's, it knows nothing of this one's folder for temporary files.
    expect([tmpdir(), '/tmp']).toContain(dirname(runFolder));
    expect(basename(runFolder)).toMatch(/^centavo-[0-9a-f]{16}$/);
    expect(lstatSync(join(long, 'postgres')).isDirectory()).toBe(true);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    rmSync(runFolder, { recursive: true });
  });

  it('works in a data folder whose name has spaces, quotes and accents', async () => {
    const strange = join(folder, 'año, "1"% nuevo');
    putCluster(strange);
    const server = await start({ dataDir: strange });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('reports why it cannot start', async () => {
    mkdirSync(cluster(), { recursive: true });
    chmodSync(dataDir(), 0o711);
    writeFileSync(join(cluster(), 'PG_VERSION'), '9.6\n');
    await expect(start()).rejects.toThrow(/PostgreSQL does not start: .*postgresql\.conf/s);
  });

  it('refuses a socket folder that others may enter', async () => {
    mkdirSync(join(dataDir(), 'postgres-run'), { recursive: true });
    chmodSync(dataDir(), 0o711);
    chmodSync(join(dataDir(), 'postgres-run'), 0o777);
    await expect(start()).rejects.toThrow(/postgres-run is not a private folder/);
  });

  if (AS_ROOT) {
    it('uses another place when only root may enter the folders above, and is found from there', async () => {
      chmodSync(folder, 0o700);
      const first = await start();
      await query(first.url, 'create table kept as select 42 as answer');
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
      await second.stop();
      const home = dirname(readlinkSync(cluster()));
      rmSync(home, { recursive: true });
      await expect(start()).rejects.toThrow(/points to a database that is gone/);
    });

    it('reports a later loss of access for its user', async () => {
      putCluster();
      await (await start()).stop();
      chmodSync(folder, 0o700);
      await expect(start()).rejects.toThrow(/cannot enter .*data: let them pass/);
    });
  }
});

function newFolder(): string {
  const fresh = mkdtempSync(join(tmpdir(), 'centavo-embedded-'));
  // The user that PostgreSQL runs as instead of root must be able to enter.
  chmodSync(fresh, 0o711);
  return fresh;
}

/** Puts a cluster in its place for those who do not care how it was made: to make one takes longer than all else. */
function putCluster(into = dataDir()): void {
  mkdirSync(into);
  chmodSync(into, 0o711);
  execFileSync('cp', ['-a', join(made, 'postgres'), into]);
}

function dataDir(): string {
  return join(folder, 'data');
}

function cluster(): string {
  return join(dataDir(), 'postgres');
}

async function start(options: { dataDir?: string } = {}): Promise<EmbeddedPostgres> {
  const given = { dataDir: dataDir(), settings: UNSAFE_AND_FAST, log: SILENT, ...options };
  const server = await startEmbeddedPostgres(given);
  servers.push(server);
  return server;
}

interface Ready {
  url: string;
  owned: boolean;
}

/** Starts a process of its own that keeps the server, to be killed. */
async function startKeeper(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [KEEPER, dataDir()], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  keepers.push(child);
  await once(child, 'spawn');
  const lines = createInterface({ input: child.stdout });
  return {
    process: child,
    async ready(): Promise<Ready> {
      for await (const line of lines) {
        const facts = JSON.parse(line) as Partial<Ready>;
        if (facts.url) return facts as Ready;
      }
      throw new Error('the process ended before it was ready');
    },
  };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(): number {
  return Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The processes that work in a folder or name it in their command line, this one and its tests aside. */
function processesOn(path: string): string[] {
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

function ownerOf(path: string): { uid?: number; gid?: number } {
  const { uid, gid } = lstatSync(path);
  return AS_ROOT ? { uid, gid } : {};
}

/** Repeats an expectation until it holds, for five seconds at most. */
async function eventually(expectation: () => void | Promise<void>): Promise<void> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await pause(20);
  }
}
