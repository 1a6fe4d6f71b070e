import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ApiError } from './index.js';
import {
  Centavo,
  CentavoError,
  ConnectionError,
  RateLimitedError,
  TimeoutError,
  UnexpectedAnswerError,
} from './index.js';

type Turn = (response: ServerResponse, request: IncomingMessage) => void;

let turns: Turn[];
let seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
let server: Server;
let url: string;

beforeEach(async () => {
  [turns, seen] = [[], []];
  server = createServer((request, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers });
    request.resume().on('end', () => (turns.length > 1 ? turns.shift()! : turns[0]!)(response, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  jest.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Turn =>
  (response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(JSON.stringify(body));
  };
const problem = (status: number, code: string, headers: Record<string, string> = {}): Turn =>
  json(status, { type: `x/${code}`, title: 'x', status, detail: 'So it is.', code, requestId: 'r' }, headers);
const cut: Turn = (response) => void response.destroy();
const contact = json(200, { id: 'c1', name: 'Lupita' });

const aWait = async () => {
  while (jest.getTimerCount() === 0) await new Promise(setImmediate);
};

const client = (more: object = {}) => new Centavo({ baseUrl: url, token: 'svc_key', ...more });
const keys = () => new Set(seen.map(({ headers }) => headers['idempotency-key']));

describe('a request of the SDK', () => {
  it.each([
    ['the connection breaks', [cut]],
    ['the service is not available', [problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' })]],
    ['there are too many requests', [problem(429, 'RATE_LIMITED', { 'retry-after': '0' })]],
    [
      'another request with the key is still running',
      [problem(409, 'IDEMPOTENCY_IN_PROGRESS'), problem(409, 'IDEMPOTENCY_IN_PROGRESS')],
    ],
    ['a proxy cannot reach the service', [(response) => void response.writeHead(502).end('<html>')]],
  ] as [string, Turn[]][])('a request is retried with the same idempotency key if %s', async (_, first) => {
    turns = [...first, contact];
    expect(await client().createContact({ name: 'Lupita' })).toEqual({ id: 'c1', name: 'Lupita' });
    expect(seen).toHaveLength(first.length + 1);
    expect([...keys()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('a request gets a new idempotency key each time unless the caller passes one', async () => {
    turns = [contact];
    await client().createContact({ name: 'Lupita' });
    await client().createContact({ name: 'Lupita' });
    expect(keys().size).toBe(2);
    await client().createContact({ name: 'Lupita' }, { idempotencyKey: 'mine' });
    expect(seen.at(-1)!.headers['idempotency-key']).toBe('mine');
  });

  it('a GET request or a dry run has no idempotency key', async () => {
    turns = [contact];
    await client().getContact('c/1');
    await client().request('POST', '/v1/contacts', { name: 'x' }, { query: { dryRun: true } });
    expect([...keys()]).toEqual([undefined]);
    expect(seen.map((each) => each.url)).toEqual(['/v1/contacts/c%2F1', '/v1/contacts?dryRun=true']);
  });

  it('retries a request a limited number of times', async () => {
    turns = [problem(429, 'RATE_LIMITED', { 'retry-after': '0' })];
    const error: unknown = await client({ maxRetries: 2 })
      .createContact({ name: 'x' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect((error as ApiError).retryAfter).toBe(0);
    expect(seen).toHaveLength(3);
  });

  it('waits at most a minute before a retry', async () => {
    turns = [problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '3600' })];
    await expect(client().listAccounts()).rejects.toThrow('SERVICE_UNAVAILABLE');
    expect(seen).toHaveLength(1);
  });

  it('waits for the time in Retry-After before a retry', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    turns = [problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }), json(200, [])];
    const answer = client().listAccounts();
    await aWait();
    await jest.advanceTimersByTimeAsync(1_999);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(251);
    expect(await answer).toEqual([]);
  });

  it('does not retry a rejected request', async () => {
    turns = [problem(404, 'CONTACT_NOT_FOUND')];
    await expect(client().getContact('x')).rejects.toMatchObject({
      code: 'CONTACT_NOT_FOUND',
      status: 404,
      errors: [],
    });
    expect(seen).toHaveLength(1);
  });

  it('a signal aborts a request, even while the client waits before a retry', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    turns = [problem(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '30' })];
    const stop = new AbortController();
    const answer = client().listAccounts({}, { signal: stop.signal });
    await aWait();
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a request fails with TimeoutError after its timeout', async () => {
    turns = [() => undefined];
    let attempts = 0;
    const fetch = (...args: Parameters<typeof globalThis.fetch>) => ((attempts += 1), globalThis.fetch(...args));
    await expect(client({ fetch, timeoutMs: 50, maxRetries: 1 }).listAccounts()).rejects.toThrow(TimeoutError);
    expect(attempts).toBe(2);
  });

  it('a request to a closed port fails with ConnectionError', async () => {
    const nobody = new Centavo({ baseUrl: 'http://127.0.0.1:1', token: 'x', maxRetries: 0 });
    await expect(nobody.listAccounts()).rejects.toThrow(ConnectionError);
  });

  it('rejects responses that do not come from the API, and does not follow redirects', async () => {
    turns = [(response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>')];
    await expect(client().listAccounts()).rejects.toThrow(UnexpectedAnswerError);
    turns = [(response) => void response.writeHead(302, { location: '/elsewhere' }).end()];
    await expect(client({ maxRetries: 0 }).listAccounts()).rejects.toThrow(ConnectionError);
    expect(seen.map((each) => each.url)).not.toContain('/elsewhere');
  });
});

describe('a list of the SDK', () => {
  it('reads a list page by page', async () => {
    const page = (items: string[], nextCursor: string | null) => json(200, { items, nextCursor });
    turns = [page(['a', 'b'], '1'), page([], '2'), page(['c'], null)];
    expect(await client().listTransactions({ limit: 2 }).all()).toEqual(['a', 'b', 'c']);
    expect(seen.map((each) => each.url)).toEqual([
      '/v1/transactions?limit=2',
      '/v1/transactions?limit=2&cursor=1',
      '/v1/transactions?limit=2&cursor=2',
    ]);
  });

  it('stops reading an event list, which never has a last cursor, when hasMore is false', async () => {
    turns = [
      json(200, { items: ['a'], nextCursor: '1', hasMore: true }),
      json(200, { items: [], nextCursor: '2', hasMore: false }),
    ];
    expect(await client().listEvents().all()).toEqual(['a']);
  });

  it('awaiting a list returns a single page', async () => {
    turns = [json(200, { items: ['a'], nextCursor: '1' })];
    expect((await client().listTransactions()).nextCursor).toBe('1');
    expect(seen).toHaveLength(1);
  });
});

describe('an API key in the SDK', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('rejects an API key on a web page unless an option allows it, and accepts an access token', async () => {
    turns = [json(200, [])];
    Object.assign(globalThis, { document: {} });
    expect(() => client()).toThrow(CentavoError);
    await expect(client({ token: () => 'svc_key' }).listAccounts()).rejects.toThrow('API key');
    await client({ token: 'eyJhbGciOi' }).listAccounts();
    await client({ allowApiKeyInBrowser: true }).listAccounts();
    expect(seen).toHaveLength(2);
  });
});
