import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { median } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { freePort } from '../scripts/free-port.mjs';
import { startPair } from './servers.mjs';

const STARTS = 5;
const KEPT_EVENTS = [10_000, 1_000_000];
const IDLE_SECONDS = 30;
const TICKS_PER_SECOND = 100;

/**
 * Measures the time from `npm start` until the service is ready, and its memory. Everything is built before, and the
 * database exists.
 */
export async function processes() {
  const starts = await timesOfStarts();
  const { idle, loaded } = await memory();
  const idleTimes = await idleProcessorTime();
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
    ...KEPT_EVENTS.map((events, index) => ({
      figure: `idle service and its PostgreSQL, ${events.toLocaleString('en')} kept events: % of a core`,
      better: 'less',
      pass: 3,
      goal: 1,
      ...alone(idleTimes[index]),
    })),
  ];
}

async function timesOfStarts() {
  const dataDir = await mkdtemp(join(tmpdir(), 'centavo-start-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const settings = { ...env, DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: 'off', FX_FEEDS: 'off' };
  const times = [];
  try {
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

/**
 * Measures the processor time of an idle service and its database as a percentage of one core, for several numbers of
 * stored events.
 */
async function idleProcessorTime() {
  const { pid, workspaceId, database, stop } = await startPair({ sample: false });
  const client = new pg.Client({ connectionString: database });
  const percentages = [];
  try {
    await client.connect();
    await client.query('set role centavo_operator');
    let stored = 0;
    for (const events of KEPT_EVENTS) {
      await client.query(
        `insert into kernel_outbox (workspace_id, number, id, at, type, subject_id, changed, data, actor_kind)
         select $1, 1000000 + n, gen_random_uuid(), now(), 'account.updated', 'x', '{name}', '{}', 'service'
         from generate_series($2::int + 1, $3::int) n`,
        [workspaceId, stored, events],
      );
      stored = events;
      for (const text of ['reset role', 'vacuum analyze kernel_outbox', 'checkpoint', 'set role centavo_operator']) {
        await client.query(text);
      }
      await pause(10_000);
      const before = processorSeconds(pid, database);
      await pause(IDLE_SECONDS * 1_000);
      percentages.push((100 * (processorSeconds(pid, database) - before)) / IDLE_SECONDS);
    }
    return percentages;
  } finally {
    await client.end();
    await stop();
  }
}

/** Returns the processor seconds of the service and of all PostgreSQL processes, including those that have ended. */
function processorSeconds(service, database) {
  const folder = dirname(decodeURIComponent(new URL(database).searchParams.get('host')));
  const server = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const statsOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((pid) => {
    try {
      return Number(statsOf(pid)[1]) === server;
    } catch {
      return false;
    }
  });
  const ticksOf = (pid, fields) => fields.reduce((sum, field) => sum + Number(statsOf(pid)[field]), 0);
  const [own, ended] = [
    [11, 12],
    [13, 14],
  ];
  const ticks = [service, server, ...children].reduce((sum, pid) => sum + ticksOf(pid, own), ticksOf(server, ended));
  return ticks / TICKS_PER_SECOND;
}

export function residentMegabytes(pid) {
  return (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024) / 1e6;
}
