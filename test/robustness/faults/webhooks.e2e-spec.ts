import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import type { Receiver } from '../../e2e/support/receiver.js';
import { aReceiver } from '../../e2e/support/receiver.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const ENV = { JOBS: 'on', WEBHOOK_RETRY_SECONDS: '1,1,1,1,1,1' };
const KILLS = sized(1, 20);
const EVENTS = 40;
/** Number of events per household. Three households send them to 20 slow webhooks each. */
const SLOW_EVENTS = sized(20, 40);
/** Must be shorter than the interval between two polls. */
const BETWEEN_POLLS_MS = 4_000;
/** Maximum time until another process claims the deliveries of a dead process. It is longer than a lease. */
const TAKEN_OVER_MS = slowest(30_000);

let database: TestDatabase;
let processes: ApiProcess[];

const start = async () => processes.push(await startApi({ database, env: ENV }));
const stopAll = () => Promise.all(processes.splice(0).map((process) => process.stop()));

beforeAll(async () => {
  database = await createTestDatabase();
  processes = [];
});
afterAll(() => database.drop());

async function aWebhookOf({ api }: Household, url: string): Promise<string> {
  return ok(await api.post('/v1/webhooks', { url, types: ['account.created'] })).id;
}

async function tellings({ api }: Household, receiver: Receiver): Promise<number[]> {
  const subjectIds = receiver.events().map(({ subject }) => subject.id);
  return ok(await api.get('/v1/accounts')).map(({ id }) => subjectIds.filter((subjectId) => subjectId === id).length);
}

describe('webhook deliveries of two processes', () => {
  beforeAll(async () => void (await Promise.all([start(), start()])));
  afterAll(stopAll);

  it('two processes deliver each event once', async () => {
    const receiver = await aReceiver();
    const home = await aHousehold(processes[0]!);
    await aWebhookOf(home, receiver.url);
    const otherApi = processes[1]!.client(home.api.token!);
    await Promise.all(Array.from({ length: EVENTS }, (_, n) => anAccount(n % 2 ? home.api : otherApi)));
    await receiver.waitFor(EVENTS);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await tellings(home, receiver)).toEqual(Array<number>(EVENTS).fill(1));
    await receiver.close();
  });

  it('two processes lose no delivery if both are killed', async () => {
    const receiver = await aReceiver();
    receiver.answer = (response) => setTimeout(() => response.writeHead(204).end(), 150);
    const home = await aHousehold(processes[0]!);
    await aWebhookOf(home, receiver.url);
    let api = home.api;
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let n = 0; n < EVENTS / 2; n += 1) await anAccount(api);
      await receiver.waitFor(receiver.messages.length + 1);
      await Promise.all(processes.splice(0).map((process) => process.kill9()));
      await Promise.all([start(), start()]);
      api = processes[0]!.client(home.api.token!);
    }
    const survivor = { ...home, api };
    await until(async () => (await tellings(survivor, receiver)).every((times) => times > 0), TAKEN_OVER_MS);
    await receiver.close();
  });
});

describe('webhook deliveries of one process', () => {
  beforeAll(async () => void (await start()));
  afterAll(stopAll);

  it('sends more due deliveries than there are slots without waiting for the next poll', async () => {
    const receiver = await aReceiver();
    const homes = await Promise.all(Array.from({ length: 3 }, () => aHousehold(processes[0]!)));
    for (const home of homes) for (let n = 0; n < 20; n += 1) await aWebhookOf(home, receiver.url);
    await Promise.all(
      homes.map(async ({ api }) => {
        for (let n = 0; n < 10; n += 1) await anAccount(api);
      }),
    );
    await receiver.waitFor(homes.length * 20 * 10, slowest(30_000));
    const times = receiver.messages.map(({ at }) => at).toSorted((a, b) => a - b);
    expect(Math.max(...times.slice(1).map((at, n) => at - times[n]!))).toBeLessThan(BETWEEN_POLLS_MS);
    for (const { api } of homes) {
      for (const { id } of ok(await api.get('/v1/webhooks'))) ok(await api.delete(`/v1/webhooks/${id}`));
    }
    await receiver.close();
  });

  it('receivers that never respond do not delay other webhooks and requests', async () => {
    const [live, dead] = [await aReceiver(), await aReceiver()];
    dead.answer = () => undefined;
    const homes = await Promise.all(Array.from({ length: sized(6, 40) }, () => aHousehold(processes[0]!)));
    for (const home of homes) {
      for (let n = 0; n < 10; n += 1) await aWebhookOf(home, n === 0 ? dead.url : live.url);
    }
    for (let n = 0; n < 5; n += 1) await Promise.all(homes.map(({ api }) => anAccount(api)));
    await live.waitFor(homes.length * 5 * 9, slowest(60_000));
    const times: number[] = [];
    for (const { api } of homes) {
      const count = live.messages.length;
      const began = performance.now();
      await anAccount(api);
      await live.waitFor(count + 9);
      times.push(...live.messages.slice(count).map(({ at }) => at - began));
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
    expect(median).toBeLessThan(slowest(1_000));
    expect(dead.messages.length).toBeLessThanOrEqual(homes.length * 6);
    for (const { api } of homes) {
      for (const { id } of ok(await api.get('/v1/webhooks'))) ok(await api.delete(`/v1/webhooks/${id}`));
    }
    await Promise.all([live.close(), dead.close()]);
  });

  it('a long queue to slow receivers does not delay a webhook with a short queue', async () => {
    const [slow, live] = [await aReceiver(), await aReceiver()];
    // Responses after 900 ms are just fast enough to count as responsive.
    slow.answer = (response) => setTimeout(() => response.writeHead(204).end(), 900);
    const [home, ...others] = await Promise.all(Array.from({ length: 4 }, () => aHousehold(processes[0]!)));
    for (const otherHome of others) for (let n = 0; n < 20; n += 1) await aWebhookOf(otherHome, slow.url);
    await aWebhookOf(home!, live.url);
    for (let n = 0; n < SLOW_EVENTS; n += 1) await Promise.all(others.map(({ api }) => anAccount(api)));
    await slow.waitFor(200, slowest(60_000));
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const began = performance.now();
      await anAccount(home!.api);
      await live.waitFor(n + 1);
      times.push(performance.now() - began);
    }
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(slowest(1_000));
    expect(slow.messages.length).toBeLessThan(50 * SLOW_EVENTS);
    await Promise.all([live.close(), slow.close()]);
  });
});
