import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction } from './support/household.js';
import type { Household } from './support/household.js';

let service: Service;
let home: Household;

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
});
afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${home.key}`;
    get(`${service.url}${path}`, { method, headers: { authorization, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('responses compressed with %s', (coding, unpack) => {
  const files = ['/openapi.json', '/docs/swagger-ui.js', '/docs/swagger-ui.css', '/docs/start.js'];
  const pages = ['/', '/index.md', '/guides/errors', '/problems/account-not-found', '/changelog', '/llms-full.txt'];
  it.each(['/v1/categories', ...files, ...pages])(
    'the compressed response of %s decompresses to the plain response and has a different ETag',
    async (path) => {
      const plain = await ask(path);
      const packed = await ask(path, { 'accept-encoding': coding });
      expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, coding]);
      expect(unpack(packed.body).equals(plain.body)).toBe(true);
      expect(packed.body.length).toBeLessThan(plain.body.length * 0.6);
      expect(packed.headers['content-length']).toBe(String(packed.body.length));
      expect(packed.headers.etag).toBe(plain.headers.etag!.replace(/"$/, `-${coding}"`));
      expect([plain.headers.vary, packed.headers.vary].map((vary) => /accept-encoding/i.test(vary!))).toEqual([
        true,
        true,
      ]);
    },
  );

  it('returns 304 for the ETag of a compressed response with any Accept-Encoding', async () => {
    const { headers } = await ask('/v1/categories', { 'accept-encoding': coding });
    for (const accepted of [coding, 'identity']) {
      const again = await ask('/v1/categories', { 'accept-encoding': accepted, 'if-none-match': headers.etag! });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  });

  it('the response to HEAD has the headers of GET and no body', async () => {
    const { headers } = await ask('/v1/categories', { 'accept-encoding': coding });
    const head = await ask('/v1/categories', { 'accept-encoding': coding }, 'HEAD');
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, headers.etag]);
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });
});

it.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0', '*;q=0'])(
  'sends an uncompressed response for Accept-Encoding %j',
  async (accepted) => {
    const { status, headers } = await ask('/v1/categories', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  },
);

it('does not compress short responses, problems and pages of the developer area', async () => {
  const coded = { 'accept-encoding': 'gzip, br' };
  for (const path of ['/v1/workspace', '/v1/nothing', '/developers/sign-in']) {
    expect((await ask(path, coded)).headers['content-encoding']).toBeUndefined();
  }
});

it.each(['/v1/workspace', '/', '/docs/explorer.css'])(
  'returns 304 for %s if a client sends If-None-Match, as fetch does with Cache-Control: no-cache',
  async (path) => {
    const address = `${service.url}${path}`;
    const headers = { authorization: `Bearer ${home.key}` };
    const etag = (await fetch(address, { headers })).headers.get('etag')!;
    expect((await fetch(address, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(address, { headers: { ...headers, 'if-none-match': `W/${etag}` } })).status).toBe(304);
    expect((await fetch(address, { headers: { ...headers, 'if-none-match': '"other"' } })).status).toBe(200);
  },
);

it('accepts the ETag of a compressed response in If-Match', async () => {
  const { id: accountId } = await anAccount(home.api);
  const { id } = await aTransaction(home.api, { accountId, notes: 'a'.repeat(1_000) });
  const path = `/v1/transactions/${id}`;
  const { headers } = await ask(path, { 'accept-encoding': 'gzip' });
  expect(headers['content-encoding']).toBe('gzip');
  const edit = (tag: string) => home.api.patch(path, { notes: 'b' }, { headers: { 'if-match': tag } });
  expect(statusAndCode(await edit(headers.etag!))).toBe('200');
  expect(statusAndCode(await edit(headers.etag!))).toBe('412 PRECONDITION_FAILED');
});

describe('OPTIONS', () => {
  it('lists the methods of a path without a token', async () => {
    const answer = await service.client().send('OPTIONS', '/v1/accounts');
    expect([statusAndCode(answer), answer.headers.allow]).toEqual(['405 METHOD_NOT_ALLOWED', 'GET, HEAD, POST']);
  });

  it('requires a token for an unknown path under /v1', async () => {
    expect(statusAndCode(await service.client().send('OPTIONS', '/v1/nothing'))).toBe('401 AUTH_INVALID_TOKEN');
  });
});
