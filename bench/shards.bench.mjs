import { chmodSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPooler } from '../test/run/pooled-servers.mjs';
import { compare, median, timesAsMany } from './compare.mjs';
import { httpRequest } from './load.mjs';
import { caller, startServices } from './servers.mjs';
import { lookUp, took } from './shard-look-ups.mjs';
import { run, startKillable } from './shard-servers.mjs';

const PLAN = { connections: 8, seconds: 2, rounds: 5 };
const NAMES = ['directory', 'one', 'two'];
/** In a workspace whose requests are compared, and in one of those that are asked while a server dies. */
const [ENTERED, ENTERED_BESIDE] = [2_000, 200];
/** How often a caller asks, how many there are for each shard, for how long each time is measured, and how many times. */
const [EVERY_MS, CALLERS, MEASURED_MS, ROUNDS] = [60, 3, 5_000, 5];
const PGBOUNCER = process.env.CENTAVO_TEST_PGBOUNCER ?? '/usr/sbin/pgbouncer';

/** What shards cost the requests of one workspace, and what their look-up costs. */
export function shards() {
  return withServers(async (servers, direct) => [
    ...(await besideOne(servers, direct)),
    ...(await lookUp(direct('directory'))),
  ]);
}

/** What others notice of a server that dies, and for how long its own workspaces are refused. */
export function shardAway() {
  return withServers((servers, direct) => oneDies('one of three servers', servers.two, settingsOf(direct, direct)));
}

/** The same with a PgBouncer before each server, where there is one. */
export function pooledShardAway() {
  if (!existsSync(PGBOUNCER)) return [];
  return withServers(async (servers, direct, folder) => {
    const poolers = await startPoolers(servers, folder);
    try {
      const pooled = (name) => `postgres://centavo@127.0.0.1:${poolers[name].port}/shard_${name}?sslmode=disable`;
      return await oneDies('one of three servers, each behind PgBouncer,', servers.two, settingsOf(pooled, direct));
    } finally {
      for (const one of Object.values(poolers)) await one.stop();
    }
  });
}

async function withServers(use) {
  const servers = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await startKillable()])));
  const folder = await mkdtemp(join(tmpdir(), 'centavo-bench-'));
  chmodSync(folder, 0o755);
  try {
    for (const name of NAMES) await run(servers[name].urlOf('postgres'), `create database shard_${name}`);
    return await use(servers, (name) => servers[name].urlOf(`shard_${name}`), folder);
  } finally {
    for (const one of Object.values(servers)) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPoolers(servers, folder) {
  process.env.CENTAVO_TEST_PGBOUNCER = PGBOUNCER;
  const started = NAMES.map(async (name) => [
    name,
    await startPooler(servers[name].urlOf('postgres'), join(folder, name), ['server_login_retry = 1']),
  ]);
  return Object.fromEntries(await Promise.all(started));
}

/** The settings for the three databases; the directory takes workspaces too, so that each server has some. */
function settingsOf(serving, administrator) {
  const asService = (url) => Object.assign(new URL(url), { username: 'centavo_app' }).href;
  const list = NAMES.slice(1).map((name) => ({ name, url: asService(serving(name)), adminUrl: administrator(name) }));
  return {
    DATABASE_URL: asService(serving('directory')),
    DATABASE_ADMIN_URL: administrator('directory'),
    DATABASE_POOLER: serving === administrator ? 'off' : 'on',
    SHARDS: JSON.stringify([...list, { name: 'directory' }]),
  };
}

/** The requests of a workspace in a shard, and those of one where there is a single database. */
async function besideOne(servers, direct) {
  const single = servers.directory.urlOf('alone');
  await run(servers.directory.urlOf('postgres'), 'create database alone');
  const alone = {
    DATABASE_URL: Object.assign(new URL(single), { username: 'centavo_app' }).href,
    DATABASE_ADMIN_URL: single,
  };
  const services = await startServices([settingsOf(direct, direct), alone]);
  try {
    const sides = [];
    for (const [at, service] of services.entries()) {
      const made = [];
      // One of the first three is in the shard `one`.
      for (let n = 0; n < (at === 0 ? 3 : 1); n += 1) made.push(await service.makeWorkspace(`beside-${n}`));
      const home = at === 0 ? await placedIn(direct('directory'), made, 'one') : made[0];
      sides.push({ port: service.port, ...home, ...(await entries(service.port, home.key, ENTERED)) });
    }
    const figures = [];
    for (const [what, request] of Object.entries(requests)) {
      const [one, other] = sides.map((side) => ({ port: side.port, request: () => request(side) }));
      figures.push({
        figure: `${what}: a workspace in one of three servers, times as many as with one`,
        ...{ better: 'more', pass: 0.95, goal: 1 },
        ...(await compare(one, other, PLAN, timesAsMany)),
      });
    }
    return figures;
  } finally {
    for (const service of services) service.stop();
  }
}

const requests = {
  'GET a page of 50 transactions': ({ key }) => httpRequest('GET', '/v1/transactions?limit=50', key),
  'GET the net worth': ({ key }) => httpRequest('GET', '/v1/net-worth', key),
  'POST a transaction': ({ key, accountId }) => httpRequest('POST', '/v1/transactions', key, entry(accountId)),
};

const entry = (accountId) => ({
  ...{ accountId, type: 'expense', date: '2026-11-20', amount: '25.50', description: 'OXXO' },
});

async function entries(port, key, count) {
  const call = caller(port, key);
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  for (let entered = 0; entered < count; entered += 50)
    await Promise.all(Array.from({ length: 50 }, () => call('POST', '/v1/transactions', entry(accountId))));
  return { accountId };
}

async function placedIn(directory, homes, shard) {
  const text = 'select workspace_id as id from kernel_placements where shard = $1';
  const there = (await run(directory, text, [shard])).map(({ id }) => id);
  return homes.find(({ workspaceId }) => there.includes(workspaceId));
}

/** Callers of all shards ask at their own pace, while a server is killed and comes back. */
async function oneDies(what, server, settings) {
  const [service] = await startServices([settings]);
  try {
    const homes = {};
    for (let n = 0; Object.keys(homes).length < NAMES.length; n += 1) {
      const home = await service.makeWorkspace(`${what}-${n}`.replaceAll(/[ ,]+/g, '-'));
      for (const name of NAMES) if (await placedIn(settings.DATABASE_ADMIN_URL, [home], name)) homes[name] ??= home;
    }
    for (const home of Object.values(homes)) Object.assign(home, await entries(service.port, home.key, ENTERED_BESIDE));
    await measured(service, homes);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await measured(service, homes);
      server.kill();
      const away = await measured(service, homes);
      const ready = await fetch(`http://127.0.0.1:${service.port}/health/ready`);
      const state = `${ready.status} ${JSON.stringify(await ready.json())}`;
      await server.start();
      const back = await took(() => untilServed(service.port, homes.two.key));
      rounds.push({ before, away, state, back });
    }
    return figuresOf(what, rounds);
  } finally {
    service.stop();
  }
}

async function untilServed(port, key) {
  const headers = { authorization: `Bearer ${key}` };
  while (!(await fetch(`http://127.0.0.1:${port}/v1/accounts`, { headers })).ok) await pause(20);
}

/** The answers of a while: their times and states by shard. */
async function measured({ port }, homes) {
  const until = performance.now() + MEASURED_MS;
  const answers = Object.fromEntries(NAMES.map((name) => [name, []]));
  const ask = async (name, { key, accountId }, n) => {
    const began = performance.now();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const write = { method: 'POST', headers, body: JSON.stringify(entry(accountId)) };
    const isWrite = n % 4 === 0;
    const path = isWrite ? '/v1/transactions' : '/v1/transactions?limit=50';
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, isWrite ? write : { headers });
    await answer.arrayBuffer();
    answers[name].push({ ms: performance.now() - began, status: answer.status });
  };
  await Promise.all(
    Object.entries(homes).flatMap(([name, home]) =>
      Array.from({ length: CALLERS }, async () => {
        for (let n = 0, next = performance.now(); performance.now() < until; n += 1) {
          await ask(name, home, n);
          next = Math.max(next + EVERY_MS, performance.now());
          await pause(Math.max(0, next - performance.now()));
        }
      }),
    ),
  );
  return answers;
}

function figuresOf(what, rounds) {
  const others = (answers) => [...answers.directory, ...answers.one];
  const p99 = (answers) => answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(answers.length * 0.99)];
  const ratios = rounds.map(({ before, away }) => p99(others(away)) / p99(others(before)));
  const refused = rounds.flatMap(({ away }) => away.two);
  const failed = rounds.flatMap(({ before, away }) => [...others(before), ...others(away), ...before.two]);
  const plain = { pass: null, goal: null, better: 'less' };
  const states = [...new Set(rounds.map(({ state }) => state))].join();
  return [
    {
      figure: `${what} dies: p99 of the others’ workspaces, times that of before (ready: ${states})`,
      ...{ better: 'less', pass: 1.2, goal: 1.1, ratio: median(ratios), ratios },
      one: { p99: median(rounds.map(({ away }) => p99(others(away)))) },
      other: { p99: median(rounds.map(({ before }) => p99(others(before)))) },
    },
    {
      figure: `${what} dies: seconds until the slowest answer to its workspaces`,
      ...{ better: 'less', pass: 2, goal: 1, ratio: Math.max(...refused.map(({ ms }) => ms)) / 1000 },
      statuses: [...new Set(refused.map(({ status }) => status))],
    },
    {
      figure: `${what} dies: failures of the others’ requests`,
      ...plain,
      ratio: failed.filter(({ status }) => status !== 200).length,
    },
    {
      figure: `${what} comes back: seconds until its workspaces are served`,
      ...plain,
      ratio: median(rounds.map(({ back }) => back)) / 1000,
    },
  ];
}
