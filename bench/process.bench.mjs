import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { freePort } from '../scripts/free-port.mjs';
import { startPair } from './servers.mjs';

const STARTS = 5;

/** How long `npm start` takes until the service is ready, everything built and the database made; and what it holds in memory. */
export async function processes() {
  const starts = await timesOfStarts();
  const { idle, loaded } = await memory();
  const alone = (ratio) => ({ ratio, one: null, other: null });
  return [
    { figure: '`npm start` to ready: seconds', better: 'less', pass: 3, goal: 1.5, ...alone(median(starts) / 1000) },
    { figure: 'resident memory of the service, idle: MB', better: 'less', pass: 200, goal: 130, ...alone(idle) },
    {
      figure: 'resident memory of the service, under load: MB',
      better: 'less',
      pass: 400,
      goal: 280,
      ...alone(loaded),
    },
  ];
}

async function timesOfStarts() {
  const dataDir = await mkdtemp(join(tmpdir(), 'centavo-start-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const settings = { ...env, DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: 'off', FX_FEEDS: 'off' };
  const times = [];
  try {
    // The first start makes the database.
    for (let start = 0; start <= STARTS; start += 1) {
      const began = performance.now();
      const service = spawn('npm', ['start'], { env: settings, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
      await new Promise((resolve) =>
        service.stdout.on('data', (text) => String(text).includes('"ready":true') && resolve()),
      );
      if (start > 0) times.push(performance.now() - began);
      process.kill(-service.pid, 'SIGTERM');
      await new Promise((resolve) => service.once('exit', resolve));
      await pause(500);
    }
    return times;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function memory() {
  const { service, pid, key, accountId, stop } = await startPair({ sample: false });
  try {
    await pause(5_000);
    const idle = residentMegabytes(pid);
    const entry = { accountId, type: 'expense', date: '2026-11-20', amount: '25.50', description: 'OXXO REFORMA 214' };
    const requests = [
      httpRequest('POST', '/v1/transactions', key, entry),
      httpRequest('GET', '/v1/transactions?limit=50', key),
      httpRequest('GET', '/v1/budgets', key),
      httpRequest('GET', '/v1/net-worth', key),
    ];
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), 100);
    await load({ port: service, connections: 32, seconds: 15, request: (n) => requests[n % requests.length] });
    clearInterval(watch);
    return { idle, loaded: most };
  } finally {
    await stop();
  }
}

/** What a process holds in memory. */
export function residentMegabytes(pid) {
  return (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024) / 1e6;
}
