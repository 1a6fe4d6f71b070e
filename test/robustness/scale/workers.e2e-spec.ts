import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, ok } from '../../e2e/support/household.js';
import { aReceiver, isSignedWith } from '../../e2e/support/receiver.js';
import { ownServer } from '../faults/own-server.js';

let database: TestDatabase;
let service: ApiProcess;
let home: Household;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startApi({ database, env: { WORKERS: '2', LOG_LEVEL: 'info' } });
  home = await aHousehold(service);
});

afterAll(() => database.drop());

function serving(): number[] {
  const { pid } = service;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Sends concurrent requests on separate connections. Returns the IDs of the workers that served them. */
async function servedBy(requests: number): Promise<Set<number>> {
  const before = service.log.length;
  await Promise.all(
    Array.from({ length: requests }, async () =>
      ok(await home.api.get('/v1/workspace', { headers: { connection: 'close' } })),
    ),
  );
  await pause(50);
  const lines = service.log.slice(before).filter((line) => line.includes('/v1/workspace'));
  return new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid));
}

describe('several processes on one port', () => {
  it('several processes on one port share the requests', async () => {
    expect(serving()).toHaveLength(2);
    expect([...(await servedBy(12))].sort()).toEqual(serving().sort());
  });

  it('several processes report their metrics together', async () => {
    await servedBy(12);
    const { text } = await service.client().get('/metrics');
    const counted =
      /http_request_duration_seconds_count\{method="GET",route="\/v1\/workspace",status="200"\} (\d+)/.exec(text);
    expect(Number(counted?.[1])).toBe(24);
  });

  it('starts a new process when a process dies', async () => {
    const [dead, left] = serving();
    process.kill(dead!, 'SIGKILL');
    while (serving().includes(dead!) || serving().length < 2) await pause(20);
    const fresh = serving().find((pid) => pid !== left)!;
    while (!(await servedBy(8)).has(fresh)) await pause(20);
    expect(serving()).toHaveLength(2);
  });

  it('several processes stop together with exit code 0', async () => {
    const pids = serving();
    expect(await service.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('several processes decrypt a secret that a single process encrypted, and vice versa', async () => {
  const server = ownServer();
  const receiver = await aReceiver();
  const served = async <T>(workers: number, use: (api: ApiProcess) => Promise<T>): Promise<T> => {
    const process = await server.startApi({ env: { WORKERS: String(workers), JOBS: 'on' } });
    const result = await use(process);
    expect(await process.stop()).toBe(0);
    return result;
  };
  const aWebhook = async ({ api }: Household) =>
    ok(await api.post('/v1/webhooks', { url: receiver.url, types: ['account.*'] }));
  const [owner, first] = await served(1, async (process) => {
    const household = await aHousehold(process);
    return [household, await aWebhook(household)] as const;
  });
  const expectBothSigned = async (api: Client, second: { id: string }) => {
    const count = receiver.messages.length;
    for (const { id } of [first, second, first, second]) {
      expect(ok(await api.post(`/v1/webhooks/${id}/test`)).status).toBe('delivered');
    }
    const signed = receiver.messages.slice(count).map((message) => isSignedWith(first.secret, message));
    expect(signed).toEqual([true, false, true, false]);
  };
  const second = await served(2, async (process) => {
    const api = process.client(owner.key);
    const webhook = await aWebhook({ ...owner, api });
    await expectBothSigned(api, webhook);
    return webhook;
  });
  await served(1, (process) => expectBothSigned(process.client(owner.key), second));
  expect(await server.database.query('select from kernel_encryption_keys').catch(() => [])).toEqual([]);
  await receiver.close();
  await server.remove();
});
