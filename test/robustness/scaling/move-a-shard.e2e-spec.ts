import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { EmbeddedPostgres } from '../../../libs/embedded-postgres/src/index.js';
import { startEmbeddedPostgres } from '../../../libs/embedded-postgres/src/index.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase, databaseOf, poolOf } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, everyItem, ok } from '../../e2e/support/household.js';
import type { Receiver } from '../../e2e/support/receiver.js';
import { aReceiver } from '../../e2e/support/receiver.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';
import { everyEvent, startFollowers } from '../faults/feed-followers.js';
import type { PgBouncer } from './pgbouncer.js';
import { startPgBouncer } from './pgbouncer.js';

const PAGE = 'docs/how-to/move-a-shard.md';
const SHARD = 'one';
const USERS = ['centavo', 'centavo_app', 'centavo_identity', 'centavo_operator'];
const CALLERS = 4;
/** How long callers go on after the shard has moved. */
const AFTER_MS = 2_000;
/** For so long at most nobody's entry is acknowledged while the shard is switched; alone it is about a second. */
const MAX_PAUSE_MS = 10_000;
const SETTINGS = { fsync: 'off', full_page_writes: 'off', wal_level: 'logical' };
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let directory: TestDatabase;
let old: EmbeddedPostgres;
let next: EmbeddedPostgres;
let pooler: PgBouncer;
let service: ApiProcess;
let receiver: Receiver;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'centavo-servers-'));
  chmodSync(folder, 0o711);
  [old, next] = [await startServer('old'), await startServer('new')];
  directory = await createTestDatabase();
  receiver = await aReceiver();
  const { host } = whereIs(old);
  pooler = await startPgBouncer([lineTo(old)], ['admin_users = centavo'], host, USERS);
  const [creating, migrating] = blocks()[0]!.trim().split('\n');
  await run(`${creating}\n${migrating}`, {
    NEW_SERVER: old.urlOf('postgres'),
    NEW: inShard(old),
    NEW_SERVING: serving(old),
  });
  const url = `postgres://centavo_app@127.0.0.1:${pooler.port}/${SHARD}?sslmode=disable`;
  const env = { SHARDS: JSON.stringify([{ name: SHARD, url }]), DATABASE_POOLER: 'on', JOBS: 'on' };
  service = await startApi({ database: directory, env });
});

afterAll(async () => {
  await service.stop();
  await pooler.stop();
  await receiver.close();
  await directory.drop();
  await Promise.all(pools.map((pool) => pool.end()));
  for (const server of [next, old]) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startServer(name: string): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  return startEmbeddedPostgres({ dataDir, settings: SETTINGS, log: SILENT });
}

const inShard = (server: EmbeddedPostgres) => server.urlOf(SHARD);
const serving = (server: EmbeddedPostgres) => Object.assign(new URL(inShard(server)), { username: 'centavo_app' }).href;

function whereIs({ url }: EmbeddedPostgres): { host: string; port: string } {
  const address = new URL(url);
  return { host: address.searchParams.get('host')!, port: address.port };
}

/** The line of PgBouncer's configuration that leads to a server. */
function lineTo(server: EmbeddedPostgres): string {
  const { host, port } = whereIs(server);
  return `${SHARD} = host=${host} port=${port} dbname=${SHARD}`;
}

/** The commands of the page, as they stand there. */
function blocks(): string[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, commands]) => commands!);
}

/** Runs commands as an administrator would, who sets what the page says. */
async function run(commands: string, more: Record<string, string> = {}): Promise<void> {
  const set = {
    ...{ OLD: inShard(old), NEW: inShard(next), NEW_SERVER: next.urlOf('postgres'), NEW_SERVING: serving(next) },
    POOLER: `postgres://centavo@127.0.0.1:${pooler.port}/pgbouncer?sslmode=disable`,
    ...{ POOLER_SETTINGS: pooler.settings, NEW_LINE: lineTo(next) },
  };
  const path = [dirname(process.env.CENTAVO_TEST_POSTGRES_OF_SCALING!), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...set, ...more };
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${commands}\nended with ${code}: ${said}`);
}

/** The directory with the shard at one of the servers. */
function withShardAt(server: EmbeddedPostgres): TestDatabase {
  const pool = poolOf(directory.url);
  pools.push(pool);
  return databaseOf(directory.url, directory.name, pool, undefined, [{ name: SHARD, url: inShard(server) }]);
}

/** A question to the shard at one of the servers, as its superuser or another role. */
async function asked(server: EmbeddedPostgres, text: string, url = inShard(server)): Promise<pg.QueryResultRow[]> {
  const pool = poolOf(url);
  try {
    return (await pool.query<pg.QueryResultRow>(text)).rows;
  } finally {
    await pool.end();
  }
}

/** What a caller entered: what was acknowledged, what was not answered with 200, and when the answers came. */
interface Entries {
  readonly acknowledged: string[];
  readonly refused: string[];
  readonly at: number[];
}

/** Enters one after the other until it is told to end. */
function enter({ api }: Household, accountId: string, isEnding: () => boolean) {
  const entries: Entries = { acknowledged: [], refused: [], at: [] };
  const entering = async (): Promise<Entries> => {
    for (let n = 0; !isEnding(); n += 1) {
      const entry = { accountId, type: 'expense', amount: '1.00', date: '2026-03-07', description: `Compra ${n}` };
      const { status, headers } = await api.send('POST', '/v1/transactions', entry, { mayFail: true });
      if (![200, 503].includes(status)) throw new Error(`an entry was answered ${status}`);
      if (status === 503 && headers['retry-after'] !== '2') throw new Error('a refusal does not say when to come back');
      entries[status === 200 ? 'acknowledged' : 'refused'].push(entry.description);
      if (status === 200) entries.at.push(performance.now());
      else await pause(50);
    }
    return entries;
  };
  return entering();
}

/** Everything by which PostgreSQL keeps workspaces and roles apart. */
const WALLS = `
  select c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text, array(
    select concat_ws(' ', p.polname, p.polcmd, p.polroles::regrole[]::text, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p where p.polrelid = c.oid order by 1) as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
const ROLES = `
  select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcanlogin, rolreplication from pg_roles
  where rolname like 'centavo%' order by 1`;
const SEQUENCES = `select sequencename as name, last_value::int as last from pg_sequences where schemaname = 'public' order by 1`;

it('a shard moves to another server by the commands of its page while callers write, and nothing is lost or double', async () => {
  const before = withShardAt(old);
  const inIt = { ...service, database: before };
  const quiet = await aRichHousehold(inIt);
  const homes = await Promise.all(Array.from({ length: CALLERS }, () => aHousehold(inIt)));
  const elsewhere = await aHousehold(service);
  const webhook = { url: receiver.url, types: ['transaction.created'] };
  ok(await homes[0]!.api.post('/v1/webhooks', webhook));
  const kept = ok(await quiet.api.get('/v1/export'));
  const followers = startFollowers(homes[0]!, () => service.url);
  let isEnding = false;
  const entering = [...homes, elsewhere].map(async (home) =>
    enter(home, (await anAccount(home.api, { openingBalance: '0.00' })).id, () => isEnding),
  );
  for (const one of entering) one.catch(() => undefined);

  const [make, copy, count, turn, verify] = blocks();
  await run(make!);
  await run(copy!);
  await run(count!);
  const switching = performance.now();
  await run(turn!);
  const switched = performance.now();
  await pause(AFTER_MS);
  isEnding = true;
  const entered = await Promise.all(entering);
  await run(verify!);

  const after = withShardAt(next);
  await expectNoDrift(after);
  for (const [n, { acknowledged, refused }] of entered.entries()) {
    const home = [...homes, elsewhere][n]!;
    const there = (await everyItem(home.api, '/v1/transactions?limit=200')).items.map(
      ({ description }) => description!,
    );
    expect(new Set(there).size).toBe(there.length);
    expect(acknowledged.filter((one) => !there.includes(one))).toEqual([]);
    expect(there.filter((one) => !acknowledged.includes(one) && !refused.includes(one))).toEqual([]);
  }
  // Who lives elsewhere did not notice.
  expect(entered.at(-1)!.refused).toEqual([]);
  const gaps = entered.slice(0, CALLERS).map(({ at }) => Math.max(...at.map((one, n) => one - (at[n - 1] ?? one))));
  expect(Math.max(...gaps)).toBeLessThan(MAX_PAUSE_MS);
  expect(entered[0]!.at.some((one) => one < switching) && entered[0]!.at.at(-1)! > switched).toBe(true);

  expect(ok(await quiet.api.get('/v1/export'))).toEqual(kept);
  for (const { types, ids } of await followers.stop())
    expect(ids.toSorted()).toEqual(await everyEvent(after, homes[0]!.workspaceId, types));
  const told = await everyEvent(after, homes[0]!.workspaceId, ['transaction.created']);
  await receiver.waitFor(told.length, 30_000);
  expect(new Set(receiver.events().map(({ id }) => id))).toEqual(new Set(told));

  expect(await asked(next, WALLS)).toEqual(await asked(old, WALLS));
  expect(await asked(next, ROLES)).toEqual(await asked(old, ROLES));
  expect(await asked(next, 'select from ledger_transactions', serving(next))).toEqual([]);
  const reached = await asked(next, SEQUENCES);
  for (const { name, last } of await asked(old, SEQUENCES))
    expect([name, last === null || reached.find((one) => one.name === name)!.last >= last]).toEqual([name, true]);
  // The old server has nothing of what came after.
  const late = entered[0]!.acknowledged.at(-1);
  expect(
    await asked(
      old,
      `select from ledger_transactions where workspace_id = '${homes[0]!.workspaceId}' and description = '${late}'`,
    ),
  ).toEqual([]);
});
