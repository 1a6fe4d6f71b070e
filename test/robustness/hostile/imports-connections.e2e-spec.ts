import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { multipart, statement } from '../../../libs/importing/test/statements.js';
import type { ImportView } from '../../e2e/support/answers.js';
import type { ApiProcess, Service } from '../../e2e/support/api-process.js';
import { sharedApi, startApi } from '../../e2e/support/api-process.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import { statusAndCode } from '../../e2e/support/client.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { slowest } from '../bounds.js';

const UPLOADS_OF_EACH = 7;
const MAX_ANSWER_MS = slowest(1_000);
/** Maximum share of the total time that one response may take on a busy machine. */
const MAX_SHARE = 0.25;

let service: Service;
/** No other test uses this process, so its connections and its file reader are free. */
let api: ApiProcess;

beforeAll(async () => {
  service = await sharedApi();
  api = await startApi({ database: service.database });
});
afterAll(async () => {
  await api.stop();
  await service.stop();
});

/** Returns a statement that is slow to read but has one row. Most of its lines are not transactions. */
function slowStatement(of: string): string {
  const notices = Array.from({ length: 600 }, (_, line) => `Aviso ${line} ${'de la cuenta '.repeat(10)}`);
  return `${statement([['2026-03-07', of, '-25.00']])}${notices.join('\n')}\n`;
}

async function uploader(): Promise<(key: string, content?: string) => Promise<Answer<ImportView>>> {
  const { key: bearer } = await aHousehold(service);
  const client: Client = api.client(bearer);
  const account = await anAccount(client);
  return (key, content = slowStatement(key)) => {
    const file = { name: 'file', filename: 'estado.csv', content };
    const body = multipart({ name: 'accountId', content: account.id }, file);
    return client.post('/v1/imports', undefined, { ...body, headers: { ...body.headers, 'idempotency-key': key } });
  };
}

it('uploads with an idempotency key hold no connection while they wait for the file reader', async () => {
  const uploaders = [await uploader(), await uploader()];
  const { key } = await aHousehold(service);
  const otherApi = api.client(key);
  ok(await otherApi.get('/v1/accounts'));
  let waiting = true;
  const begun = performance.now();
  const uploads = Promise.all(
    uploaders.flatMap((upload) => Array.from({ length: UPLOADS_OF_EACH }, (_, index) => upload(`estado-${index}`))),
  ).finally(() => (waiting = false));
  const longest = { ms: 0, probes: 0 };
  while (waiting) {
    const started = performance.now();
    expect(statusAndCode(await otherApi.get('/v1/accounts'))).toBe('200');
    longest.ms = Math.max(longest.ms, performance.now() - started);
    longest.probes += 1;
    await pause(50);
  }
  const tookMs = performance.now() - begun;
  expect((await uploads).map(({ status, body }) => [status, body.stats?.total])).toEqual(
    Array.from({ length: 2 * UPLOADS_OF_EACH }, () => [200, 1]),
  );
  expect(longest.probes).toBeGreaterThan(5);
  expect(longest.ms).toBeLessThan(Math.max(MAX_ANSWER_MS, tookMs * MAX_SHARE));
});

it('a repeated upload with the same idempotency key gets the same response, even if the file was rejected', async () => {
  const upload = await uploader();
  const unreadable = 'Aviso\n'.repeat(30_000);
  for (const [key, content, status] of [
    ['una-vez', slowStatement('una-vez'), 200],
    ['ilegible', unreadable, 422],
  ] as const) {
    const first = await upload(key, content);
    const second = await upload(key, content);
    expect([second.status, second.body]).toEqual([status, first.body]);
    expect(second.headers['idempotency-replayed']).toBe('true');
  }
});
