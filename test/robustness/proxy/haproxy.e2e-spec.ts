import { connect as connectHttp2 } from 'node:http2';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { RequestOptions } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { talk } from '../hostile/raw-connection.js';
import type { Proxy } from './haproxy.js';
import { startProxy } from './haproxy.js';
import { slowest } from '../bounds.js';

const BASE_URL = 'https://centavo.example';
const FORGED = 'evil.example';
const MIB = 1024 * 1024;

let service: ApiProcess;
let home: Household;
let proxy: Proxy;

beforeAll(async () => {
  service = await startApi({ env: { BASE_URL, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' } });
  home = await aHousehold(service);
  proxy = await startProxy(new URL(service.url).port, () => BASE_URL);
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

async function ask(path: string, options: RequestOptions = {}, body?: Buffer): Promise<Answered> {
  const { hostname, port } = new URL(proxy.tls);
  const sent = request({ hostname, port, path, rejectUnauthorized: false, agent: false, ...options });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer) text += String(part);
  return { status: answer.statusCode!, headers: answer.headers, text };
}

async function loggedAddress(requestId: unknown): Promise<string> {
  const lineOf = () => service.log.find((line) => line.includes(String(requestId)));
  await until(() => Promise.resolve(lineOf() !== undefined), slowest(5_000));
  return (JSON.parse(lineOf()!) as { address: string }).address;
}

describe('the proxy with TLS', () => {
  it('the proxy forwards the caller’s address and ignores the caller’s headers', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9', 'X-Real-IP': '203.0.113.9' };
    const answer = await ask('/health/live', { localAddress: '127.7.8.9', headers });
    expect(await loggedAddress(answer.headers['x-request-id'])).toBe('127.7.8.x');
    const inPlain = await fetch(`${proxy.plain}/health/live`, { headers });
    expect(await loggedAddress(inPlain.headers.get('x-request-id'))).toBe('127.0.0.x');
    // A client at a trusted address can bypass the proxy, and the service then trusts its headers.
    const pastIt = await fetch(`${service.url}/health/live`, { headers });
    expect(await loggedAddress(pastIt.headers.get('x-request-id'))).toBe('203.0.113.x');
  });

  it('the Host header does not change the URLs that the service returns', async () => {
    const headers = {
      'X-Forwarded-Host': FORGED,
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Port': '81',
      'X-Forwarded-Prefix': '/x',
    };
    const paths = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource', '/openapi.json']
      .concat(['/v1/accounts', '/developers/sign-in', '/developers', '/problems']); // prettier-ignore
    for (const host of [undefined, FORGED]) {
      for (const path of paths) {
        const answer = await ask(path, { headers: { ...headers, ...(host && { Host: host }) } });
        expect([path, answer.status < 500, JSON.stringify(answer).includes(FORGED)]).toEqual([path, true, false]);
      }
    }
    const { text } = await ask('/.well-known/oauth-authorization-server', { headers });
    expect((JSON.parse(text) as { issuer: string }).issuer).toBe(BASE_URL);
  });

  it('the proxy sends HSTS, supports HTTP/2 and rejects TLS before 1.2', async () => {
    expect((await ask('/health/live')).headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    const client = connectHttp2(proxy.tls, { rejectUnauthorized: false });
    const stream = client.request({ ':path': '/health/live' });
    const [answer] = (await once(stream, 'response')) as [{ ':status': number }];
    expect(answer[':status']).toBe(200);
    client.close();
    const old = ask('/health/live', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    await expect(old).rejects.toThrow(/alert|protocol|version/i);
  });

  it('the proxy accepts a file of 20 MiB, and the service rejects a file with one byte more', async () => {
    const { id } = await anAccount(home.api);
    const upload = async (bytes: number, to: string) => {
      const form = new FormData();
      form.set('accountId', id);
      form.set('file', new Blob([Buffer.alloc(bytes)]), 'estado.csv');
      const plain = new Request('http://localhost', { method: 'POST', body: form });
      const headers = { Authorization: `Bearer ${home.key}`, 'Content-Type': plain.headers.get('content-type')! };
      const body = Buffer.from(await plain.arrayBuffer());
      if (to === 'proxy') {
        const { status, text } = await ask(
          '/v1/imports',
          { method: 'POST', headers: { ...headers, 'Content-Length': body.length } },
          body,
        );
        return `${status} ${(JSON.parse(text) as { code: string }).code}`;
      }
      const answer = await fetch(`${service.url}/v1/imports`, { method: 'POST', headers, body });
      return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
    };
    for (const bytes of [20 * MIB, 20 * MIB + 1]) {
      expect([bytes, await upload(bytes, 'proxy')]).toEqual([bytes, await upload(bytes, 'service')]);
    }
    expect(await upload(20 * MIB, 'proxy')).toBe('422 IMPORT_UNREADABLE');
  });
});

describe('the proxy', () => {
  it('the proxy closes a connection whose headers arrive byte by byte', async () => {
    const slow = await talk(proxy.plain, {
      head: 'GET /slow-head HTTP/1.1\r\nHost: x\r\nX-A: ',
      chunk: 'a',
      pauseMs: 300,
    });
    expect(slow.answer).toMatch(/^HTTP\/1\.[01] 408 /);
    expect(slow.milliseconds).toBeGreaterThan(8_000);
    expect(slow.milliseconds).toBeLessThan(slowest(20_000));
    expect(service.log.some((line) => line.includes('slow-head'))).toBe(false);
  });

  it('the proxy limits the connections of each address separately', async () => {
    const port = Number(new URL(proxy.plain).port);
    const sockets: Socket[] = [];
    const asking = async (localAddress: string): Promise<string> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      const [first] = (await once(socket, 'data')) as [Buffer];
      return first.toString('latin1').slice(9, 12);
    };
    // Idle connections also count. Each connection has received a response and stays open.
    for (let opened = 0; opened < 200; opened++) expect(await asking('127.4.4.4')).toBe('200');
    expect(await asking('127.4.4.4')).toBe('429');
    expect(await asking('127.4.4.5')).toBe('200');
    for (const socket of sockets) socket.destroy();
    await until(async () => {
      await pause(50);
      return (await asking('127.4.4.4').finally(() => sockets.at(-1)!.destroy())) === '200';
    }, slowest(10_000));
  });

  // Kills the service, so this test is the last one.
  it('the proxy responds 503 with Retry-After while no process is ready', async () => {
    await service.kill9();
    await until(async () => {
      const { status, headers, text } = await ask('/v1/accounts', { headers: { Authorization: `Bearer ${home.key}` } });
      return (
        status === 503 &&
        headers['retry-after'] === '2' &&
        (JSON.parse(text) as { code: string }).code === 'SERVICE_UNAVAILABLE'
      );
    }, slowest(10_000));
  });
});
