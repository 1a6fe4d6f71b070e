import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import type { Ended, Sending } from './raw-connection.js';
import { sized } from '../../e2e/support/long-form.js';
import { connectionsTo, memoryOf, talk } from './raw-connection.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

/** Number of connections of each kind. `npm run test:robustness` uses more. */
const CONNECTIONS = sized(40, 300);
const UNREAD = sized(6, 40);
const UNREAD_EXPORTS = 6;
const REQUEST_TIMEOUT_SECONDS = '2';
/** The timeout is generous, because a client that waits for a response on a busy machine is also idle. */
const IDLE_TIMEOUT_SECONDS = '3';
/** Maximum time until a connection is closed. It covers the longer timeout and the check interval on a busy machine. */
const GONE_AFTER_MS = slowest(12_000);
/** Maximum time until an idle connection is closed. Node.js closes it only after two checks without activity. */
const GIVEN_UP_AFTER_MS = slowest(40_000);
const LARGEST_GROWTH_MIB = 100;
const MIB = 1024 * 1024;

let service: ApiProcess;
let home: Household;
let accountId: string;
/** Control: a slow sender to a service with long timeouts. Runs concurrently to save time. */
let controlled: Promise<string>;
let unread: Promise<{ lists: Ended[]; exports: Ended[]; strangersExport: number }> | undefined;

beforeAll(async () => {
  service = await startApi({ env: { REQUEST_TIMEOUT_SECONDS, IDLE_TIMEOUT_SECONDS } });
  home = await aHousehold(service);
  accountId = (await anAccount(home.api)).id;
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, notes, amount, currency,
       signed_amount, created_at, updated_at)
     select $1, ordered_id(1735689600000, n), $2, 'expense', date '2016-01-01' + n % 3650, 'Compra número ' || n,
       repeat('nota ', 390), 100, 'MXN', -100, now(), now() from generate_series(0, 8000) n`,
    [home.workspaceId, accountId],
  );
  // Warms up the service with as many readers as there are silent clients later, before memory is measured.
  const read = page().repeat(5) + page('Connection: close\r\n');
  const readers = Array.from({ length: UNREAD + UNREAD_EXPORTS }, () => talk(service.url, { head: read }));
  await Promise.all([...readers, home.api.get('/v1/export')]);
  controlled = slowSenderOfAPatientService();
});
afterAll(() => service.stop());

const authorized = () => `Host: x\r\nAuthorization: Bearer ${home.key}\r\n`;
const page = (more = '') => `GET /v1/transactions?limit=200 HTTP/1.1\r\n${authorized()}${more}\r\n`;
const json = (length: string) =>
  `POST /v1/accounts HTTP/1.1\r\n${authorized()}Content-Type: application/json\r\n${length}\r\n\r\n`;

/**
 * Runs many clients of each kind while another client is served. Checks the latency of the other client and the growth
 * of memory. Returns the result of each connection.
 */
async function whileServing(...sendings: (Sending & { count: number })[]): Promise<Ended[][]> {
  const before = memoryOf(service.pid, 'VmRSS');
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
  let longest = 0;
  let [going, served] = [true, 0];
  const everybodyElse = (async () => {
    while (going) {
      const began = performance.now();
      // Uses a new connection each time, because the service may close an idle connection while the client reuses it.
      ok(await home.api.get('/v1/accounts', { headers: { connection: 'close' } }));
      longest = Math.max(longest, performance.now() - began);
      served += 1;
      await pause(50);
    }
  })();
  const ended = await Promise.all(
    sendings.map(({ count, ...sending }) =>
      Promise.all(Array.from({ length: count }, () => talk(service.url, sending))),
    ),
  );
  going = false;
  await everybodyElse;
  const growth = memoryOf(service.pid, 'VmHWM') - before;
  if (process.env.CENTAVO_TEST_FIGURES) {
    const durations = ended.map((results) => Math.round(Math.max(...results.map(({ milliseconds }) => milliseconds))));
    process.stderr.write(`${JSON.stringify({ durations, longest, growth, served })}\n`);
  }
  expect(served).toBeGreaterThan(0);
  expect(longest).toBeLessThan(slowest(4_000));
  expect(growth).toBeLessThan(LARGEST_GROWTH_MIB);
  return ended;
}

async function slowSenderOfAPatientService(): Promise<string> {
  const env = { REQUEST_TIMEOUT_SECONDS: '3600', IDLE_TIMEOUT_SECONDS: '3600' };
  const patient = await startApi({ database: service.database, env });
  try {
    const sending = { head: `${json('Content-Length: 9999')}"`, chunk: 'x', pauseMs: 250 };
    return await Promise.race([
      talk(patient.url, sending).then(({ answer }) => answer),
      new Promise<string>((resolve) => setTimeout(resolve, GONE_AFTER_MS, 'still there')),
    ]);
  } finally {
    await patient.kill9();
  }
}

const statusesOf = (ended: readonly Ended[]) => [...new Set(ended.map(({ answer }) => answer.slice(0, 12)))];

/** Requests lists and exports from many clients that read nothing until the service closes their connections. */
async function readNothing() {
  const strangers = await aHousehold(service);
  let begin: (() => void) | undefined;
  const silentUntil = new Promise<void>((resolve) => (begin = resolve));
  const lists = { count: UNREAD, head: page().repeat(50), silentUntil };
  const exports = { count: UNREAD_EXPORTS, head: `GET /v1/export HTTP/1.1\r\n${authorized()}\r\n`, silentUntil };
  const ended = whileServing(lists, exports);
  await until(() => connectionsTo(service.url) >= UNREAD + UNREAD_EXPORTS, GIVEN_UP_AFTER_MS);
  // Two export slots are reserved for other workspaces.
  const { status } = await strangers.api.get('/v1/export', { headers: { connection: 'close' } });
  // All other connections end soon, so this waits for the silent connections.
  await until(() => connectionsTo(service.url) === 0, GIVEN_UP_AFTER_MS);
  begin!();
  const [ofLists, ofExports] = await ended;
  return { lists: ofLists!, exports: ofExports!, strangersExport: status };
}

function expectGone(ended: readonly Ended[]): void {
  expect(Math.max(...ended.map(({ milliseconds }) => milliseconds))).toBeLessThan(GONE_AFTER_MS);
}

describe('many slow clients', () => {
  it('soon disconnects clients that send byte by byte, in little memory and without delaying others', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const upload = `POST /v1/imports HTTP/1.1\r\n${authorized()}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n`;
    const count = CONNECTIONS;
    const slowly = { count, chunk: 'x', pauseMs: 250 };
    const ended = await whileServing(
      { head: 'GET /v1/accounts HTTP/1.1\r\nX-Slow: ', ...slowly },
      { head: `${json('Content-Length: 50')}"`, ...slowly },
      { head: upload + part, ...slowly },
      { count, head: '' },
      { count, head: 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n' },
    );
    ended.forEach(expectGone);
    // If the queue is full, the service immediately responds with 503 to requests whose headers are complete.
    const [slowHead, slowBody, slowFile, nothing, once] = ended.map((results) => statusesOf(results));
    expect([slowHead, once]).toEqual([['HTTP/1.1 408'], ['HTTP/1.1 200']]);
    // The service may close an unused connection without a response.
    expect(nothing!.filter((status) => status !== '')).toEqual(['HTTP/1.1 408']);
    const others = [...slowBody!, ...slowFile!].filter((status) => status !== 'HTTP/1.1 503');
    expect(new Set(others)).toEqual(new Set(['HTTP/1.1 408']));
    expect(ok(await home.api.get('/v1/accounts?status=all'))).toHaveLength(1);
    expect(ok(await home.api.get('/v1/imports'))).toEqual([]);
  });

  it('clients that pipeline requests and read no response use little memory', async () => {
    const { lists } = await (unread ??= readNothing());
    expect(Math.max(...lists.map(({ answer }) => answer.split('HTTP/1.1 200').length))).toBeLessThan(50);
  });

  it('clients that do not read their export release the export slots', async () => {
    const { exports, strangersExport } = await (unread ??= readNothing());
    expect(strangersExport).toBe(200);
    // Some exports started and were aborted. The others were rejected in time.
    for (const { answer } of exports) expect(answer).not.toMatch(/HTTP\/1.1 200[\s\S]*\r\n0\r\n\r\n$/);
    expect((await home.api.get('/v1/export?format=csv')).status).toBe(200);
  });
});

it('a slow client stays connected if the timeouts are long', async () => {
  expect(await controlled).toBe('still there');
});

describe('pipelined requests', () => {
  it('responds to pipelined requests in order', async () => {
    const requests = Array.from(
      { length: 100 },
      (_, n) => `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${n}\r\n\r\n`,
    );
    const last = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const { answer } = await talk(service.url, { head: requests.join('') + last });
    const ids = [...answer.matchAll(/X-Request-Id: n(\d+)/g)].map(([, n]) => Number(n));
    expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('disconnects a client that pipelines more requests, without delaying others', async () => {
    const chunk = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5_000);
    const [[ended]] = (await whileServing({ count: 1, head: page(), chunk })) as [[Ended]];
    expect(ended.milliseconds).toBeLessThan(slowest(2_000));
    expect(ended.sentBytes).toBeLessThan(20 * MIB);
  });
});

describe('a body of tiny chunks', () => {
  it('anonymous bodies of tiny chunks use little memory', async () => {
    const head =
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\n';
    const body = '1\r\nx\r\n'.repeat(56 * 1024 - 100);
    const [ended] = await whileServing({ count: CONNECTIONS, head: head + body });
    for (const status of statusesOf(ended!)) expect(['', 'HTTP/1.1 400', 'HTTP/1.1 503']).toContain(status);
  });
});

describe('a body of a gigabyte', () => {
  const LENGTH = 'Content-Length: 1073741824';
  const CHUNKED = 'Transfer-Encoding: chunked';
  const bytes = Buffer.alloc(65_536, ' ');
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), bytes, Buffer.from('\r\n')]);
  const form = (path: string, length: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n${length}\r\n\r\n`;

  it.each([
    ['JSON', () => json(LENGTH), bytes, '413'],
    ['JSON in chunks', () => json(CHUNKED), chunk, '413'],
    ['compressed JSON', () => json(`Content-Encoding: gzip\r\n${CHUNKED}`), chunk, '415'],
    ['a token form', () => form('/oauth/token', LENGTH), bytes, '413'],
    ['a form of the developer area in chunks', () => form('/developers/sign-in', CHUNKED), chunk, '413'],
  ])('rejects a gigabyte sent as %s and closes the connection', async (_, head, sent, status) => {
    const [[ended]] = (await whileServing({ count: 1, head: head(), chunk: sent })) as [[Ended]];
    expect(statusesOf([ended])).toEqual([`HTTP/1.1 ${status}`]);
    expect(ended.sentBytes).toBeLessThan(80 * MIB);
  });

  it('does not decompress a gigabyte from a small compressed body', async () => {
    const packed = gzipSync(Buffer.alloc(50 * MIB, ' '));
    const answer = await home.api.post('/v1/accounts', undefined, {
      raw: packed,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
