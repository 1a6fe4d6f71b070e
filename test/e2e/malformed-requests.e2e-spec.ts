import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'info' } });
});
afterAll(() => service.stop());

function send(...pieces: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  socket.on('error', () => undefined);
  for (const piece of pieces) socket.write(piece);
  return new Promise((resolve) => socket.on('close', () => resolve(answer)).on('end', () => socket.end()));
}

function problemIn(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/\r\nContent-Type: application\/problem\+json; charset=utf-8/i);
  expect(head).toMatch(/\r\nConnection: close/i);
  expect(head).toMatch(new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body)}(\r\n|$)`, 'i'));
  const problem = JSON.parse(body) as Record<string, unknown>;
  expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'code', 'requestId']);
  expect(head).toMatch(new RegExp(`\r\nX-Request-Id: ${problem['requestId']}(\r\n|$)`, 'i'));
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${problem['status']} ${problem['title']}`);
  return problem;
}

describe('malformed HTTP requests', () => {
  it.each([
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a request line with an incomplete version', 'GET / HTTP\r\n\r\n'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000'],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['a non-numeric Content-Length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
    [
      'both Content-Length and Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a CONNECT request', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
  ])('rejects %s with REQUEST_MALFORMED', async (_, bytes) => {
    const problem = problemIn(await send(bytes));
    expect([problem['status'], problem['code']]).toEqual([400, 'REQUEST_MALFORMED']);
    const { requestId } = problem;
    const logged = service.log.filter((line) => line.includes(String(requestId)));
    expect(logged.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([400]);
  });

  it('rejects headers that are too large, even before the last header has arrived', async () => {
    for (const size of [17_000, 100_000, 2_000_000]) {
      const problem = problemIn(await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(size)}\r\n\r\n`));
      expect([size, problem['status'], problem['code']]).toEqual([size, 431, 'HEADERS_TOO_LARGE']);
    }
    const response = await fetch(`${service.url}/v1/workspace`, {
      headers: { authorization: `Bearer ${'x'.repeat(20_000)}` },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([431, 'HEADERS_TOO_LARGE']);
    const page = await fetch(`${service.url}/problems/headers-too-large`);
    expect(page.status).toBe(200);
  });

  it('rejects a body with malformed chunks', async () => {
    const problem = problemIn(
      await send('POST /oauth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 'zz\r\n'),
    );
    expect([problem['status'], problem['code']]).toEqual([400, 'REQUEST_MALFORMED']);
  });

  it('rejects a body with more than 256 chunks of less than 64 bytes', async () => {
    const head =
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n';
    const problem = problemIn(await send(head, '1\r\nx\r\n'.repeat(257)));
    expect([problem['status'], problem['code']]).toEqual([400, 'REQUEST_MALFORMED']);
    expect(problem['detail']).toBe('The request body cannot be read: it has too many chunks of less than 64 bytes.');
    const accepted = await send(head, '1\r\nx\r\n'.repeat(256), '0\r\n\r\n');
    expect(accepted).toContain('"error":"invalid_request"');
  });

  it('ignores an unknown Expect header', async () => {
    const head = 'POST /v1/accounts HTTP/1.1\r\nHost: x\r\nExpect: 200-maybe\r\nContent-Length: 2\r\n';
    const problem = problemIn(await send(`${head}Content-Type: application/json\r\nConnection: close\r\n\r\n{}`));
    expect([problem['status'], problem['code']]).toEqual([401, 'AUTH_INVALID_TOKEN']);
  });

  it('continues to serve requests after malformed requests', async () => {
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });
});
