import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { builtProgram, createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import type { Answer } from '../../e2e/support/client.js';
import { aHousehold, aTransaction, anAccount, ok } from '../../e2e/support/household.js';
import type { Identified } from '../scale/every-operation.js';
import { until } from '../../e2e/support/until.js';
import { everyEvent, startFollowers } from '../faults/feed-followers.js';
import { relayTo } from '../faults/relay.js';
import { everyOperation } from '../scale/every-operation.js';
import type { PgBouncer } from './pgbouncer.js';
import { startPgBouncer } from './pgbouncer.js';
import { slowest } from '../bounds.js';
import { twoMembers } from '../../e2e/support/members.js';

/**
 * Number of server connections. It is smaller than the number of concurrent connections of the service, so that
 * consecutive transactions use different connections.
 */
const SERVER_CONNECTIONS = 3;
const CALLERS = 8;
const MAX_REFUSAL_MS = slowest(2_000);
const MAX_BACK_MS = slowest(5_000);

let database: TestDatabase;
let pooler: PgBouncer;
let pooledUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pooledUrl = await startPooler();
});

afterAll(async () => {
  await pooler.stop();
  await database.drop();
});

async function startPooler(): Promise<string> {
  const address = new URL(database.url);
  const host = address.searchParams.get('host') ?? address.hostname;
  const everything = `* = host=${host} port=${address.port || '5432'}`;
  const more = [`default_pool_size = ${SERVER_CONNECTIONS}`];
  pooler = await startPgBouncer([everything], more, host.startsWith('/') ? host : undefined);
  return `postgres://${address.username}@127.0.0.1:${pooler.port}/${database.name}?sslmode=disable`;
}

async function verifiedThroughPooler(): Promise<unknown> {
  const env = { PATH: process.env.PATH, DATABASE_URL: pooledUrl, DATABASE_POOLER: 'on', LOG_LEVEL: 'warn' };
  const words = [builtProgram('cli'), 'ledger', 'verify', '--json'];
  return JSON.parse((await promisify(execFile)(process.execPath, words, { env })).stdout);
}

const through = (env: Record<string, string>) => startApi({ database: { ...database, url: pooledUrl }, env });

async function doEverything(service: ApiProcess): Promise<void> {
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const home = await aHousehold(service);
      const requests = everyOperation(home, 3, await twoMembers(service.database, home.workspaceId));
      for (let next = await requests.next(); !next.done;) {
        const { method, path, body, options } = next.value;
        const answer = (await home.api.send(method, path, body, options)) as Answer<Identified>;
        ok(answer);
        next = await requests.next(answer);
      }
    }),
  );
}

it('the service and its jobs keep every figure exact behind a pooler in transaction mode', async () => {
  const service = await through({ DATABASE_POOLER: 'on', JOBS: 'on' });
  await doEverything(service);
  await expectNoDrift(database);
  expect(await verifiedThroughPooler()).toMatchObject({ drift: [] });
  // Row-level security restricts each transaction, even if another workspace used the connection before.
  const [first, second] = [await aHousehold(service), await aHousehold(service)];
  const account = await anAccount(first.api);
  await aTransaction(first.api, { accountId: account.id });
  const lists = Array.from({ length: 40 }, async (_, n) =>
    ok(await [first, second][n % 2]!.api.get('/v1/transactions')),
  );
  const counts = (await Promise.all(lists)).map(({ items }) => items.length as number);
  expect(counts).toEqual(counts.map((_, n) => 1 - (n % 2)));
  expect(await service.stop()).toBe(0);
});

it('feed readers get each event once through a pooler while two processes serve 24 writers', async () => {
  const env = { DATABASE_POOLER: 'on', JOBS: 'on' };
  const processes = await Promise.all([through(env), through(env)]);
  const home = await aHousehold(processes[0]!);
  const account = await anAccount(home.api);
  const followers = startFollowers(home, (request) => processes[request % 2]!.url);
  const clients = processes.map((process) => process.client(home.key));
  const entered = await Promise.all(
    Array.from({ length: 24 }, async (_, writer) => {
      const ids: string[] = [];
      for (let n = 0; n < 15; n += 1)
        ids.push((await aTransaction(clients[(writer + n) % 2]!, { accountId: account.id })).id);
      return ids;
    }),
  );
  for (const { types, ids } of await followers.stop()) {
    expect(ids).toEqual(await everyEvent(database, home.workspaceId, types));
  }
  expect(await everyEvent(database, home.workspaceId, ['transaction.created'])).toHaveLength(entered.flat().length);
  for (const process of processes) expect(await process.stop()).toBe(0);
});

it('rejects requests within two seconds while the server behind the pooler is down, then recovers', async () => {
  const relay = await relayTo(database);
  const line = `* = host=127.0.0.1 port=${new URL(relay.database.url).port} user=centavo`;
  const before = await startPgBouncer([line], ['server_login_retry = 1'], undefined);
  const url = `postgres://centavo@127.0.0.1:${before.port}/${database.name}?sslmode=disable`;
  const service = await startApi({
    database: { ...database, url },
    env: { DATABASE_POOLER: 'on', DATABASE_POOL: '4' },
  });
  const { api } = await aHousehold(service);
  const timed = async () => {
    const began = performance.now();
    const { status } = await api.send('GET', '/v1/accounts', undefined, { mayFail: true });
    return { status, ms: performance.now() - began };
  };
  const ready = async () => (await fetch(`${service.url}/health/ready`)).status;
  for (const fail of [() => relay.hold(), () => relay.close()]) {
    expect((await timed()).status).toBe(200);
    fail();
    // The requests run one after another and open new connections to the pooler.
    const refused: ReturnType<typeof timed>[] = [];
    for (let n = 0; n < 60; n += 1) {
      refused.push(timed());
      await pause(50);
    }
    for (const { status, ms } of await Promise.all(refused)) expect([status, ms < MAX_REFUSAL_MS]).toEqual([503, true]);
    expect(await ready()).toBe(503);
    await relay.mend();
    await until(async () => (await timed()).status === 200, MAX_BACK_MS);
    expect(await ready()).toBe(200);
  }
  expect(await service.stop()).toBe(0);
  await before.stop();
  relay.close();
});

it('the service fails behind a pooler without DATABASE_POOLER', async () => {
  const service = await through({});
  await expect(doEverything(service)).rejects.toThrow(/answered 50[03]/);
  await service.stop();
});
