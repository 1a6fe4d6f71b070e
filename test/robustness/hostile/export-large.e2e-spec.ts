import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { AccountView } from '../../e2e/support/answers.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const TRANSACTIONS = sized(10_000, 100_000);
const LARGEST_GROWTH_MIB = 50;

let service: ApiProcess;
let home: Household;
let neighbours: Household;
let account: AccountView;

beforeAll(async () => {
  service = await startApi();
  [home, neighbours] = [await aHousehold(service), await aHousehold(service)];
  await manyTransactions(neighbours, 30_000);
  account = await manyTransactions(home, TRANSACTIONS);
});
afterAll(() => service.stop());

async function manyTransactions({ api, workspaceId }: Household, count: number) {
  const created = await anAccount(api);
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, notes, amount, currency,
       signed_amount, created_at, updated_at)
     select $1, ordered_id(1735689600000, n), $2, 'expense', date '2016-01-01' + n % 3650, 'Compra número ' || n,
       repeat('nota ', 20), 100 + n % 97, 'MXN', -(100 + n % 97), now(), now()
     from generate_series(0, $3::int - 1) n`,
    [workspaceId, created.id, count],
  );
  return created;
}

function opened(format = 'json', { key } = home): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    get(`${service.url}/v1/export?format=${format}`, { headers, agent: false }, resolve).on('error', reject);
  });
}

/** Starts an export and reads 500 KB of it per second. */
function openedSlowly({ key }: Household): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(`GET /v1/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  socket.on('data', (data) => {
    socket.pause();
    setTimeout(() => socket.resume(), data.length / 500);
  });
  return socket;
}

async function residentMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

async function snapshots(): Promise<number> {
  const running = await service.database.query(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
  );
  return running.length;
}

/**
 * Reads a complete export. Returns the number of matches, the size of the export and the peak memory of the service.
 */
async function taken(format: string, counted: RegExp): Promise<{ count: number; size: number; most: number }> {
  let [count, size, most, rest] = [0, 0, 0, ''];
  let pieces = 0;
  for await (const piece of (await opened(format)).setEncoding('utf8')) {
    const text = rest + (piece as string);
    const end = text.lastIndexOf('\n');
    count += text.slice(0, end).match(counted)?.length ?? 0;
    rest = text.slice(end);
    size += (piece as string).length;
    if ((pieces += 1) % 50 === 0) most = Math.max(most, await residentMemory());
  }
  return { count: count + (rest.match(counted)?.length ?? 0), size, most };
}

it(`exports ${TRANSACTIONS} transactions in little memory in every format`, async () => {
  for (const format of ['json', 'csv', 'hledger']) await taken(format, /x/g);
  const idle = await residentMemory();
  for (const [format, counted] of [
    ['json', /"description":"Compra/g],
    ['csv', /,"Compra número/g],
    ['hledger', /\) Compra número/g],
  ] as const) {
    const { count, size, most } = await taken(format, counted);
    expect([format, count]).toEqual([format, TRANSACTIONS]);
    expect(size).toBeGreaterThan(150 * TRANSACTIONS);
    expect(most - idle).toBeLessThan(LARGEST_GROWTH_MIB);
  }
});

it('an export of another workspace succeeds while clients read their exports slowly', async () => {
  const slow = await Promise.all(Array.from({ length: 2 }, () => aHousehold(service)));
  for (const reader of slow) await manyTransactions(reader, 100_000);
  const readers = [...slow, ...slow].map(openedSlowly);
  await until(async () => (await snapshots()) === 3);
  const stranger = await aHousehold(service);
  const began = performance.now();
  expect((await stranger.api.get('/v1/export', { headers: { connection: 'close' } })).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(45_000);
  for (const reader of readers) reader.destroy();
});

it('an export buffers no data for a client that does not read, and it stops when the client disconnects', async () => {
  const before = await residentMemory();
  const readers = await Promise.all([home, home, neighbours].map((reader) => opened('json', reader)));
  expect(readers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await snapshots()).toBe(3);
  await pause(500);
  expect((await residentMemory()) - before).toBeLessThan(LARGEST_GROWTH_MIB);

  // A fourth export waits because of the limit per workspace. The service still answers other requests.
  const fourth = opened();
  ok(await home.api.get('/v1/accounts'));
  expect(await snapshots()).toBe(3);
  readers[0]!.destroy();
  expect((await fourth).statusCode).toBe(200);
  for (const reader of [...readers.slice(1), await fourth]) reader.destroy();
  await until(async () => (await snapshots()) === 0, slowest(5_000));
});

it('three exports that their clients do not read leave a slot for the export of another workspace', async () => {
  const strangers = await aHousehold(service);
  const readers = await Promise.all([home, home, neighbours].map((reader) => opened('json', reader)));
  for (const reader of readers) reader.on('error', () => undefined);
  const began = performance.now();
  const pending = opened('csv', strangers);
  ok(await strangers.api.get('/v1/accounts'));
  expect(performance.now() - began).toBeLessThan(slowest(1_000));
  expect((await pending).statusCode).toBe(200);
  for (const reader of [...readers, await pending]) reader.destroy();
  await until(async () => (await snapshots()) === 0, slowest(5_000));
});

it('an export contains nothing that was written while it ran', async () => {
  const reader = (await opened()).setEncoding('utf8');
  // The latest transaction would be exported last, and budgets follow the transactions.
  const late = await aTransaction(home.api, {
    accountId: account.id,
    date: '2199-01-01',
    amount: '2.00',
    splits: [{ amount: '1.00' }, { amount: '1.00' }],
  });
  const budget = { categoryId: ok(await home.api.get('/v1/categories'))[0]!.id, amount: '1.00', repeat: 'month' };
  ok(await home.api.post('/v1/budgets', budget));
  let text = '';
  for await (const piece of reader) text += piece as string;
  const document = JSON.parse(text) as Record<'transactions' | 'splits' | 'budgets', unknown[]>;
  expect(document.transactions).toHaveLength(TRANSACTIONS);
  expect([document.splits, document.budgets]).toEqual([[], []]);
  expect(text).not.toContain(late.id);
  ok(await home.api.delete(`/v1/transactions/${late.id}`));
});

it('aborts the download of a failed export, so that the client detects that the file is incomplete', async () => {
  const reader = await opened();
  const [exporter] = await service.database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
  );
  await service.database.query('select pg_terminate_backend($1)', [exporter!.pid]);
  let text = '';
  const read = (async () => {
    for await (const piece of reader.setEncoding('utf8')) text += piece as string;
  })();
  await expect(read).rejects.toThrow('aborted');
  expect(() => JSON.parse(text) as unknown).toThrow();
  await until(async () => (await snapshots()) === 0, slowest(5_000));
  expect((await home.api.get('/v1/accounts')).status).toBe(200);
});
