import { setTimeout as pause } from 'node:timers/promises';
import { fill } from './scale-homes.mjs';
import { startServices } from './servers.mjs';
import { run, startKillable } from './shard-servers.mjs';

const MANY = Number(process.env.CENTAVO_BENCH_TRANSACTIONS ?? 1_000_000);
const SIZES = [MANY / 100, MANY / 10, MANY];
const CALLERS = 4;
const RETRY_MS = 25;

/**
 * What it takes to move a workspace between two databases of a server, there while nobody writes and back while callers do, by its
 * transactions: the command from its start to its end, which compares all rows and verifies the ledger on both sides.
 */
export async function moves() {
  const server = await startKillable();
  try {
    for (const name of ['directory', 'one', 'two']) await run(server.urlOf('postgres'), `create database ${name}`);
    const [service] = await startServices([settingsOf(server)]);
    try {
      const figures = [];
      for (const size of SIZES) figures.push(...(await movesOf(server, service, size)));
      return figures;
    } finally {
      service.stop();
    }
  } finally {
    await server.stop();
  }
}

/** New workspaces come into the first shard. */
function settingsOf({ urlOf }) {
  const shard = (name, weight) => ({
    ...{ name, url: asService(urlOf(name)), adminUrl: urlOf(name), weight },
  });
  return {
    DATABASE_URL: asService(urlOf('directory')),
    DATABASE_ADMIN_URL: urlOf('directory'),
    SHARDS: JSON.stringify([shard('one', 1), shard('two', 0)]),
  };
}

function asService(url) {
  return Object.assign(new URL(url), { username: 'centavo_app' }).href;
}

async function movesOf({ urlOf }, service, size) {
  const home = await service.makeWorkspace(`moves-${size}`);
  const { accountId } = await fill(service.port, urlOf('one'), home, size, 10);
  const there = await moved(service, home, 'two');
  const callers = startCallers(service.port, home.key, accountId);
  const back = await moved(service, home, 'one');
  const { written, longestMs } = await callers.stop();
  const count = 'select count(*)::int as count from ledger_transactions where workspace_id = $1';
  const [{ count: found }] = await run(urlOf('one'), count, [home.workspaceId]);
  if (found !== size + written) throw new Error(`${size} transactions and ${written} entered, and ${found} found`);
  const plain = { better: 'less', pass: null, goal: null };
  const many = size.toLocaleString('en');
  const rows = (one) => `${one.copied} rows copied, ${one.followed} followed, ${one.attempts} attempts`;
  return [
    {
      figure: `a move of ${many} transactions while nobody writes: seconds (${rows(there)})`,
      ...plain,
      ratio: there.s,
    },
    { figure: `the same: seconds for which writes were stopped`, ...plain, ratio: there.stoppedMs / 1000 },
    { figure: `a move of ${many} while ${CALLERS} callers write: seconds (${rows(back)})`, ...plain, ratio: back.s },
    { figure: `the same: seconds for which writes were stopped`, ...plain, ratio: back.stoppedMs / 1000 },
    {
      figure: `the same: seconds that a caller waited at most to write (${written} transactions entered)`,
      ...{ better: 'less', pass: 2, goal: 1, ratio: longestMs / 1000 },
    },
  ];
}

async function moved(service, { workspaceId }, to) {
  const began = performance.now();
  const report = await service.cli('workspace', 'move', '--workspace', workspaceId, '--to', to);
  return { ...report, s: (performance.now() - began) / 1000 };
}

/** Callers who enter one transaction after the other, and come again where writes are stopped. */
function startCallers(port, key, accountId) {
  const figures = { written: 0, longestMs: 0 };
  let isOver = false;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    ...{ accountId, type: 'expense', date: '2026-11-20', amount: '25.50', description: 'OXXO' },
  });
  const write = async () => {
    const began = performance.now();
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/transactions`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (answer.ok) break;
      if (answer.status !== 503) throw new Error(text);
      await pause(RETRY_MS);
    }
    figures.written += 1;
    figures.longestMs = Math.max(figures.longestMs, performance.now() - began);
  };
  const calling = Array.from({ length: CALLERS }, async () => {
    while (!isOver) await write();
  });
  for (const one of calling) one.catch(() => undefined);
  return {
    async stop() {
      isOver = true;
      await Promise.all(calling);
      return figures;
    },
  };
}
