import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aKey, anAccount, aHousehold } from '../../e2e/support/household.js';
import type { Household } from '../../e2e/support/household.js';
import { slowest } from '../bounds.js';

const MIB = 1024 * 1024;

let service: ApiProcess;
let home: Household;
let account: { id: string };
let reader: string;
/** Results of a slow and a silent sender. Both run concurrently with the tests to save time. */
let lingering: Promise<[Exchange, Exchange]>;

beforeAll(async () => {
  service = await startApi();
  home = await aHousehold(service);
  account = await anAccount(home.api);
  reader = (await aKey(service.database, home.workspaceId, 'read_only')).key;
  const begin = head('svc_nothing', 'text/plain', 'Content-Length: 1000000');
  lingering = Promise.all([pour(begin, Buffer.from('x'), 250), pour(begin, Buffer.from('x'), null)]);
});
afterAll(() => service.stop());

/** Sends the whole body without waiting for a response, as most clients do. */
async function upload(token: string, bytes: number, url = service.url): Promise<string> {
  const form = new FormData();
  form.set('accountId', account.id);
  form.set('file', new Blob([Buffer.alloc(bytes, 'x')]), 'estado.csv');
  const response = await fetch(`${url}/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { code, requestId } = (await response.json()) as { code: string; requestId: string };
  expect(response.headers.get('x-request-id')).toBe(requestId);
  return `${response.status} ${code}`;
}

interface Exchange {
  readonly answer: string;
  readonly sentBytes: number;
  readonly milliseconds: number;
}

/** Sends request headers and then chunks until the connection closes. */
function pour(head: string, chunk: Buffer, pauseMs: number | null): Promise<Exchange> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const began = Date.now();
  let [answer, sentBytes] = ['', 0];
  const more = (): void => {
    if (socket.destroyed || pauseMs === null) return;
    sentBytes += chunk.length;
    const goesOn = socket.write(chunk);
    if (pauseMs > 0) setTimeout(more, pauseMs);
    else if (goesOn) setImmediate(more);
    else socket.once('drain', more);
  };
  socket.on('data', (data) => (answer += data.toString()));
  socket.on('error', () => undefined);
  socket.write(head, more);
  return new Promise((resolve) => {
    socket.on('close', () => resolve({ answer, sentBytes, milliseconds: Date.now() - began }));
  });
}

const head = (token: string, type: string, length: string) =>
  `POST /v1/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;

const FILE_PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';

describe('an early rejection of a large request', () => {
  it.each([1, 5, 15])(
    'a client that sends an upload of %d MiB before it reads receives the early rejection',
    async (size) => {
      expect(await upload('svc_nothing', size * MIB)).toBe('401 AUTH_INVALID_TOKEN');
      expect(await upload(reader, size * MIB)).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    },
  );

  it('a client that sends an oversized file before it reads receives the rejection', async () => {
    expect(await upload(home.key, 20 * MIB + 1)).toBe('413 PAYLOAD_TOO_LARGE');
    expect(await upload(home.key, 30 * MIB)).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('a client that sends an oversized JSON body before it reads receives the rejection', async () => {
    for (const size of [1, 4, 12]) {
      const response = await fetch(`${service.url}/v1/accounts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${home.key}`, 'content-type': 'application/json' },
        body: Buffer.alloc(size * MIB + 1, ' '),
      });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });

  it('a client that sends its body before it reads receives the rejection for too many requests', async () => {
    const strict = await startApi({ database: service.database, env: { RATE_LIMIT_PER_MINUTE: '3' } });
    try {
      const answers = [];
      for (let count = 0; count < 6; count += 1) answers.push(await upload(reader, 5 * MIB, strict.url));
      expect(answers.slice(-2)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED']);
    } finally {
      await strict.stop();
    }
  });

  it('a browser receives the rejection of an oversized form', async () => {
    const response = await fetch(`${service.url}/developers/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `email=${'x'.repeat(3 * MIB)}`,
    });
    expect([response.status, (await response.text()).includes('demasiado grande')]).toEqual([413, true]);
  });
});

describe('a rejected endless body', () => {
  const residentMiB = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024;

  it.each([
    ['with an invalid token', () => head('svc_nothing', 'text/plain', 'Content-Length: 1073741824'), '401'],
    ['with a token that lacks the scope', () => head(reader, 'text/plain', 'Transfer-Encoding: chunked'), '403'],
    [
      'with a file that is too large',
      () => head(home.key, 'multipart/form-data; boundary=b', 'Content-Length: 1073741824') + FILE_PART,
      '413',
    ],
    [
      'in chunks without a length',
      () =>
        `${head(home.key, 'multipart/form-data; boundary=b', 'Transfer-Encoding: chunked')}${FILE_PART.length.toString(16)}\r\n${FILE_PART}\r\n`,
      '413',
    ],
  ])('limits the time and memory for a rejected endless body: %s', async (_, start, status) => {
    const before = residentMiB();
    const begin = start();
    const bytes = Buffer.alloc(65_536, 'x');
    const chunk = begin.includes('chunked')
      ? Buffer.concat([Buffer.from('10000\r\n'), bytes, Buffer.from('\r\n')])
      : bytes;
    const { answer, sentBytes, milliseconds } = await pour(begin, chunk, 0);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    // Socket buffers on both sides also accept bytes, so the client sends more than the service reads.
    expect(sentBytes).toBeLessThan(80 * MIB);
    expect(milliseconds).toBeLessThan(slowest(11_000));
    expect(residentMiB() - before).toBeLessThan(150);
    expect((await home.api.get('/v1/workspace')).status).toBe(200);
  });

  it('soon disconnects a client whose rejected body arrives slowly or stops', async () => {
    const [slow, silent] = await lingering;
    for (const { answer } of [slow, silent]) expect(answer).toContain('HTTP/1.1 401 ');
    expect(silent.milliseconds).toBeLessThan(slowest(5_000));
    expect(slow.milliseconds).toBeLessThan(slowest(12_000));
  });
});
