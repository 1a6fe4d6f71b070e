import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  cluster,
  dataDir,
  folder,
  processesOn,
  putCluster,
  query,
  start,
  useFolders,
} from '../../../libs/embedded-postgres/test/own-cluster.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const KEEPER = resolve('libs/embedded-postgres/test/embedded-postgres.process.mjs');
const MAX_RECOVERY_MS = slowest(5_000);

const keepers: ChildProcess[] = [];

afterEach(() => {
  for (const keeper of keepers.splice(0)) keeper.kill('SIGKILL');
});
useFolders();

describe('the embedded PostgreSQL', () => {
  it('several processes that start at the same time share one server', async () => {
    const ready = await Promise.all([1, 2, 3].map(() => startKeeper().then((keeper) => keeper.ready())));
    expect(ready.filter(({ owned }) => owned)).toHaveLength(1);
    expect(new Set(ready.map(({ url }) => url)).size).toBe(1);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  it('the server stops if its keeper is killed, and the next keeper starts it with all committed data', async () => {
    putCluster();
    const keeper = await startKeeper({ FSYNC: 'on' });
    const { url } = await keeper.ready();
    await query(url, 'create table kept as select 7 as seven');
    keeper.process.kill('SIGKILL');
    const next = await startKeeper();
    expect((await next.ready()).url).toBe(url);
    await eventually(async () => isDeepStrictEqual(await query(url, 'select seven from kept'), [{ seven: 7 }]));
    next.process.kill('SIGKILL');
    await eventually(() => processesOn(folder).length === 0);
  });

  it('restarts a killed server for every process that uses it', async () => {
    putCluster();
    const first = await start();
    const second = await startKeeper();
    await second.ready();
    await query(first.url, 'create table kept as select 7 as seven');
    await query(first.url, 'checkpoint');
    for (let round = 0; round < 3; round += 1) {
      const killed = serverPid();
      process.kill(killed, 'SIGKILL');
      // The killed server may still answer shortly after the kill.
      await eventually(() => serverPid() !== killed);
      await eventually(async () => isDeepStrictEqual(await query(first.url, 'select seven from kept'), [{ seven: 7 }]));
    }
    await first.stop();
    expect(await query(first.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  });

  it('the server restarts if one of its backends is killed', async () => {
    putCluster();
    const { url } = await start();
    const server = serverPid();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    await eventually(async () => isDeepStrictEqual(await query(url, 'select 1 as one'), [{ one: 1 }]));
    expect(serverPid()).toBe(server);
  });

  it('the server restarts if a suspended backend outlives the killed server', async () => {
    putCluster();
    const { url } = await start();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // A backend that waits for a lock outlives the server. A suspended backend simulates one.
    const { pid } = rows[0]!;
    process.kill(pid, 'SIGSTOP');
    process.kill(serverPid(), 'SIGKILL');
    try {
      await eventually(async () => isDeepStrictEqual(await query(url, 'select 1 as one'), [{ one: 1 }]));
    } finally {
      // Jest would otherwise wait for the client of this backend.
      if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
    }
  });

  it('creates the data folder again if a process was killed while creating it', async () => {
    for (const delay of [30, 150, 300]) {
      const keeper = await startKeeper();
      await eventually(() => existsSync(dataDir()));
      await pause(delay);
      keeper.process.kill('SIGKILL');
      await eventually(() => keeper.process.signalCode === 'SIGKILL');
    }
    await eventually(() => processesOn(folder).length === 0);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });
});

interface Ready {
  url: string;
  owned: boolean;
}

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

function serverPid(): number {
  return Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

const eventually = (condition: () => boolean | Promise<boolean>) =>
  until(async () => {
    try {
      return await condition();
    } catch {
      return false;
    }
  }, MAX_RECOVERY_MS);
