import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { freePort, sharedApi, startApi } from './support/api-process.js';
import { aHousehold, UNKNOWN_ID } from './support/household.js';
import { until } from './support/until.js';

describe('health and metrics endpoints', () => {
  let api: ApiProcess;

  beforeAll(async () => {
    api = await startApi();
  });

  afterAll(async () => {
    await api.stop();
  });

  it.each(['/health/live', '/health/ready', '/metrics'])('serves GET and HEAD %s without a token', async (path) => {
    expect((await fetch(`${api.url}${path}`)).status).toBe(200);
    const head = await fetch(`${api.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('cache-control')).toBe('no-store');
  });

  it('counts requests by route, including rejected requests', async () => {
    await fetch(`${api.url}/problems/account-in-use`);
    await fetch(`${api.url}/v1/accounts/${UNKNOWN_ID}`);
    const text = await metrics(api.url);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/problems\/:slug",status="200"\} 1\n/,
    );
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="401"\} 1\n/);
    expect(text).toMatch(/^database_pool_connections \d/m);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).not.toContain(UNKNOWN_ID);
  });

  it('reports not ready but live while a migration is missing', async () => {
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

describe('a separate metrics port', () => {
  it('serves the metrics on the metrics port and not on the API port', async () => {
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

it('the metrics count requests that were rejected because the queue was full', async () => {
  const api = await startApi({ env: { REQUEST_QUEUE: '3' } });
  const sockets: Socket[] = [];
  try {
    const { key } = await aHousehold(api);
    const { hostname, port } = new URL(api.url);
    const head = `POST /v1/accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
    for (let sent = 0; sent < 48 + 3 + 5; sent += 1) {
      const socket = connect(Number(port), hostname);
      sockets.push(socket.on('error', () => undefined));
      socket.write(head);
    }
    await until(async () => /^http_requests_refused_total 5$/m.test(await metrics(api.url)));
  } finally {
    for (const socket of sockets) socket.destroy();
    await until(async () => /^http_requests_running 0$/m.test(await metrics(api.url)));
    expect(await api.stop()).toBe(0);
  }
});

it('startup fails with a one-sentence error if the port is in use', async () => {
  const api = await sharedApi();
  try {
    const { port } = new URL(api.url);
    const started = startApi({ database: api.database, env: { PORT: port } });
    await expect(started).rejects.toThrow(
      `"error":"Port ${port} is in use by another program. Stop it, or set PORT to a free port."`,
    );
  } finally {
    await api.stop();
  }
});

async function metrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}
