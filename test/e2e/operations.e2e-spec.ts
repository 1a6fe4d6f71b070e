import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase, testServerUrl } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';

describe('health and metrics', () => {
  let api: ApiProcess;

  beforeAll(async () => {
    api = await startApi();
  });

  afterAll(async () => {
    await api.stop();
  });

  it.each(['/health/live', '/health/ready', '/metrics'])('%s needs no token, also for HEAD', async (path) => {
    expect((await fetch(`${api.url}${path}`)).status).toBe(200);
    const head = await fetch(`${api.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('cache-control')).toBe('no-store');
  });

  it('counts requests by the pattern of their route, also those that are refused', async () => {
    const unknown = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
    await fetch(`${api.url}/problems/account-in-use`);
    await fetch(`${api.url}/v1/accounts/${unknown}`);
    const text = await metrics(api.url);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/problems\/:slug",status="200"\} 1\n/,
    );
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="401"\} 1\n/);
    expect(text).toMatch(/^database_pool_connections \d/m);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).not.toContain(unknown);
  });

  it('is not ready while a migration is missing, but lives', async () => {
    const [latest] = await api.database.query<{ name: string }>(
      'delete from centavo_migrations where id = (select max(id) from centavo_migrations) returning name',
    );
    const answer = await api.client().get('/health/ready', { mayFail: true });
    expect([answer.status, answer.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
    await api.database.query('insert into centavo_migrations (name) values ($1)', [latest!.name]);
    expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
  });
});

describe('metrics on a port of their own', () => {
  it('are there and not beside the API', async () => {
    const port = await freePort();
    const api = await startApi({ env: { METRICS_PORT: String(port) } });
    try {
      expect(await metrics(`http://127.0.0.1:${port}`)).toContain('http_request_duration_seconds');
      expect((await fetch(`http://127.0.0.1:${port}/v1/accounts`)).status).toBe(404);
      expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
    } finally {
      expect(await api.stop()).toBe(0);
    }
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });
});

describe('a database that does not answer', () => {
  it('makes the service unready within two seconds, and ready again by itself', async () => {
    const database = await createTestDatabase();
    const way = await relayTo(database);
    const api = await startApi({ database: { ...database, url: way.url } });
    try {
      expect((await fetch(`${api.url}/health/ready`)).status).toBe(200);
      way.hold();
      const started = performance.now();
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${api.url}/health/ready`)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
      expect(performance.now() - started).toBeLessThan(2_000);
      way.release();
      await untilReady(api.url);
    } finally {
      way.release();
      await api.stop();
      way.close();
      await database.drop();
    }
  });
});

describe('a database that is gone', () => {
  it('shows a person a page that says so, and a program a problem', async () => {
    const database = await createTestDatabase();
    const way = await relayTo(database);
    const api = await startApi({ database: { ...database, url: way.url } });
    try {
      way.close();
      const headers = { accept: 'text/html,*/*;q=0.8', cookie: `centavo_session=${'x'.repeat(43)}` };
      for (const path of ['/developers/sign-in', '/oauth/authorize?client_id=x', '/oauth/consent/x']) {
        const page = await fetch(`${api.url}${path}`, { headers });
        const text = await page.text();
        expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '2']);
        expect(text).toContain('El servicio no está disponible');
      }
      const problem = await fetch(`${api.url}/oauth/authorize?client_id=x`);
      expect([problem.status, ((await problem.json()) as { code: string }).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    } finally {
      await api.stop();
      await database.drop();
    }
  });
});

async function metrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await fetch(`${url}/health/ready`)).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service did not become ready again');
}

/** A way to a database on which everything can be held up without being cut off. */
async function relayTo(database: TestDatabase) {
  const server = new URL(testServerUrl());
  const { connect } = await import('node:net');
  const sockets = new Set<Socket>();
  const port = Number(server.port || 5432);
  const folder = server.searchParams.get('host');
  const relay = createServer((near) => {
    const far = folder === null ? connect(port, server.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  url.searchParams.delete('host');
  return {
    url: url.href,
    hold: () => sockets.forEach((socket) => socket.pause()),
    release: () => sockets.forEach((socket) => socket.resume()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      relay.close();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
