import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, ok } from './support/household.js';
import { until } from './support/until.js';

let service: ApiProcess;
let api: Client;

beforeAll(async () => {
  service = await startApi({ env: { JOBS: 'on', WEBHOOK_RETRY_SECONDS: '0.3,60' } });
  api = (await aHousehold(service)).api;
});
afterAll(() => service.stop());

/** Starts a TCP server that calls `answer` after the first complete request on each connection. */
async function aRawReceiver(answer: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      const [head = '', body] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body !== undefined && Buffer.byteLength(body) === length) answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function attemptAt(answer: (socket: Socket) => unknown) {
  const receiver = await aRawReceiver(answer);
  const webhook = ok(await api.post('/v1/webhooks', { url: receiver.url, types: ['account.*'] }));
  try {
    const { status, attempts } = ok(await api.post(`/v1/webhooks/${webhook.id}/test`));
    // The service closes the connection even if the receiver keeps it open.
    await until(() => receiver.open() === 0);
    return { outcome: status, status: attempts[0]!.status, error: attempts[0]!.error };
  } finally {
    receiver.close();
    ok(await api.delete(`/v1/webhooks/${webhook.id}`));
  }
}

const respond = (text: string) => (socket: Socket) => socket.end(text);
const respondForever = (head: string, chunk: Buffer | string) => (socket: Socket) => {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
};

describe('the response of a webhook receiver', () => {
  it.each([200, 201, 202, 204, 205, 226, 299])(
    'a response with status %d marks the delivery as delivered',
    async (status) => {
      const answered = await attemptAt(respond(`HTTP/1.1 ${status} x\r\nconnection: close\r\n\r\n`));
      expect(answered).toEqual({ outcome: 'delivered', status, error: null });
    },
  );

  it.each([301, 302, 303, 307, 308])(
    'a response with the redirect status %d marks the delivery as failed and is not followed',
    async (status) => {
      const answered = await attemptAt(
        respond(`HTTP/1.1 ${status} x\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n`),
      );
      expect(answered).toEqual({ outcome: 'failed', status, error: 'redirects are not followed' });
    },
  );

  it.each([300, 304, 400, 404, 429, 500, 503, 599, 999])(
    'a response with status %d marks the delivery as failed',
    async (status) => {
      const answered = await attemptAt(
        respond(`HTTP/1.1 ${status} x\r\nretry-after: 86400\r\ncontent-length: 0\r\n\r\n`),
      );
      expect(answered).toEqual({ outcome: 'failed', status, error: null });
    },
  );

  it('ignores informational responses before the final response', async () => {
    const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 102 x\r\n\r\n';
    expect(await attemptAt(respond(`${early}HTTP/1.1 204 x\r\n\r\n`))).toMatchObject({
      outcome: 'delivered',
      status: 204,
    });
  });

  it('marks a delivery as failed if the receiver switches protocols, closes the connection or does not send HTTP', async () => {
    const closed = 'the connection was closed without a response';
    const upgrade = 'HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n';
    expect(await attemptAt((socket) => socket.write(upgrade))).toEqual({
      outcome: 'failed',
      status: null,
      error: closed,
    });
    expect(await attemptAt(respond(''))).toEqual({ outcome: 'failed', status: null, error: closed });
    expect(await attemptAt((socket) => socket.resetAndDestroy())).toMatchObject({ outcome: 'failed', error: closed });
    expect(await attemptAt(respond('220 mail.example ESMTP\r\n'))).toMatchObject({ outcome: 'failed', status: null });
    expect(await attemptAt(respond('HTTP/1.1 2'))).toMatchObject({ outcome: 'failed', status: null });
  });

  it('marks a delivery as failed if the receiver sends endless headers', async () => {
    const flood = respondForever('HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(1_000)}\r\n`);
    expect(await attemptAt(flood)).toMatchObject({ outcome: 'failed', status: null });
  });

  it('marks a delivery as delivered after the headers, and disconnects during an endless or compressed body', async () => {
    const zeros = Buffer.alloc(1 << 20);
    const delivered = { outcome: 'delivered', status: 200, error: null };
    expect(await attemptAt(respondForever('HTTP/1.1 200 OK\r\n\r\n', zeros))).toEqual(delivered);
    const packed = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n';
    expect(await attemptAt(respondForever(packed, gzipSync(zeros)))).toEqual(delivered);
    const slow = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nx');
    expect(await attemptAt(slow)).toEqual(delivered);
    const cut = (socket: Socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', () => socket.destroy());
    expect(await attemptAt(cut)).toEqual(delivered);
  });

  it('disconnects after a few hundred tiny chunks of a body', async () => {
    let sent = 0;
    const trickle = (socket: Socket) => {
      socket.setNoDelay().write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const timer = setInterval(() => {
        if (socket.destroyed) return clearInterval(timer);
        sent += 50;
        socket.write('1\r\nx\r\n'.repeat(50));
      }, 10);
    };
    expect(await attemptAt(trickle)).toEqual({ outcome: 'delivered', status: 200, error: null });
    expect(sent).toBeLessThan(1_500);
  });

  it('ignores Retry-After when it schedules the next attempt', async () => {
    let requests = 0;
    const receiver = await aRawReceiver((socket) => {
      requests += 1;
      socket.end('HTTP/1.1 429 x\r\nretry-after: 3600\r\ncontent-length: 0\r\n\r\n');
    });
    const { id } = ok(await api.post('/v1/webhooks', { url: receiver.url, types: ['account.created'] }));
    await anAccount(api);
    await until(() => requests === 2);
    const { items } = ok(await api.get(`/v1/webhooks/${id}/deliveries`));
    expect(items[0]!.status).toBe('pending');
    ok(await api.delete(`/v1/webhooks/${id}`));
    receiver.close();
  });
});

it('stores a webhook URL as sent, with at most 2048 characters', async () => {
  const paths: string[] = [];
  const server = createHttpServer((request, response) => {
    paths.push(request.url!);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const long = `${base}/${'x'.repeat(2_048 - base.length - 1)}`;
  for (const url of [`${base}/a%20b/../ñ?q=1&t=%2F`, long]) {
    const { id } = ok(await api.post('/v1/webhooks', { url, types: ['account.*'] }));
    expect(ok(await api.get(`/v1/webhooks/${id}`)).url).toBe(url);
    expect(ok(await api.post(`/v1/webhooks/${id}/test`)).status).toBe('delivered');
    ok(await api.delete(`/v1/webhooks/${id}`));
  }
  expect(paths).toEqual(['/%C3%B1?q=1&t=%2F', new URL(long).pathname]);
  const tooLong = await api.post('/v1/webhooks', { url: `${long}x`, types: ['*'] });
  expect(tooLong.status).toBe(400);
  server.close();
});
