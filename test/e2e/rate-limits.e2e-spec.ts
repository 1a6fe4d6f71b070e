import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { sharedApi, startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { Answer } from './support/client.js';
import { aHousehold, aKey } from './support/household.js';

const QUOTA = 30;

let service: ApiProcess;
let otherProcess: ApiProcess;

beforeAll(async () => {
  const env = { RATE_LIMIT_PER_MINUTE: String(QUOTA) };
  service = await startApi({ env });
  otherProcess = await startApi({ env, database: service.database });
});
afterAll(async () => {
  await otherProcess.stop();
  await service.stop();
});

const limitOf = ({ headers }: Answer) => /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit))!;

describe('limits on credentials', () => {
  it('limits a credential to its quota per minute over all processes', async () => {
    const home = await aHousehold(service);
    const clients = [home.api, otherProcess.client(home.key)];
    const answers: Answer[] = [];
    for (let sent = 0; sent < QUOTA + 10; sent += 1) answers.push(await clients[sent % 2]!.get('/v1/workspace'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA);
    const refused = answers.at(-1)!;
    expect(statusAndCode(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('concurrent requests do not exceed the quota', async () => {
    const home = await aHousehold(service);
    const clients = [home.api, otherProcess.client(home.key)];
    const answers = await Promise.all(
      Array.from({ length: QUOTA * 3 }, (_, sent) => clients[sent % 2]!.get('/v1/workspace')),
    );
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeLessThanOrEqual(QUOTA);
    expect(passed).toBeGreaterThanOrEqual(QUOTA - 2);
  });

  it('limits the total requests of all credentials of a workspace', async () => {
    const home = await aHousehold(service);
    const clients = await Promise.all(
      Array.from({ length: 5 }, async () => service.client((await aKey(service.database, home.workspaceId)).key)),
    );
    const answers: Answer[] = [];
    for (const client of clients)
      for (let sent = 0; sent < QUOTA; sent += 1) answers.push(await client.get('/v1/workspace'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3 * QUOTA);
    const refused = answers[3 * QUOTA]!;
    expect([statusAndCode(refused), refused.headers['ratelimit-policy']]).toEqual([
      '429 RATE_LIMITED',
      `"workspace";q=${3 * QUOTA};w=60`,
    ]);
    expect((await (await aHousehold(service)).api.get('/v1/workspace')).status).toBe(200);
  });

  it('returns the remaining requests in each response', async () => {
    const { api } = await aHousehold(service);
    const answers = [
      await api.get('/v1/workspace'),
      await api.get('/v1/nothing'),
      await api.post('/v1/accounts', {}),
      await api.send('HEAD', '/v1/workspace'),
    ];
    for (const [index, answer] of answers.entries()) {
      expect(answer.headers['ratelimit-policy']).toBe(`"credential";q=${QUOTA};w=60`);
      const [, policy, remaining, seconds] = limitOf(answer);
      expect([policy, Number(remaining)]).toEqual(['credential', QUOTA - 1 - index]);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
    }
  });

  it('a credential at its limit does not block another credential of the workspace', async () => {
    const home = await aHousehold(service);
    for (let sent = 0; sent < QUOTA + 1; sent += 1) await home.api.get('/v1/workspace');
    expect(statusAndCode(await home.api.get('/v1/workspace'))).toBe('429 RATE_LIMITED');
    const { key } = await aKey(service.database, home.workspaceId);
    expect(statusAndCode(await service.client(key).get('/v1/workspace'))).toBe('200');
  });

  it('the rate limiter reserves requests in batches instead of querying the database for each one', async () => {
    const roomy = await startApi({ env: { RATE_LIMIT_PER_MINUTE: '6000' }, database: service.database });
    try {
      const home = await aHousehold(service);
      const client = roomy.client(home.key);
      for (let sent = 0; sent < 120; sent += 1) await client.get('/v1/workspace');
      const [row] = await service.database.query<{ taken: number }>(
        `select taken from identity_rate_windows where subject like 'credential:%' order by began_at desc limit 1`,
      );
      expect(row!.taken).toBe(150);
    } finally {
      await roomy.stop();
    }
  });

  it('renews the quota when the minute ends', async () => {
    const home = await aHousehold(service);
    const { database } = service;
    expect(statusAndCode(await home.api.get('/v1/workspace'))).toBe('200');
    const ended = `update identity_rate_windows set ends_at = clock_timestamp(), taken = $1`;
    await database.query(ended, [QUOTA]);
    expect(Number(limitOf(await otherProcess.client(home.key).get('/v1/workspace'))[2])).toBe(QUOTA - 1);
  });
});

describe('limits on IP addresses', () => {
  it('limits requests without a valid credential by IP address, separately from valid credentials', async () => {
    await service.database.query('delete from identity_rate_windows');
    const home = await aHousehold(service);
    const statuses = [];
    for (let sent = 0; sent < QUOTA + 3; sent += 1)
      statuses.push((await service.client('nada').get('/v1/workspace')).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(QUOTA);
    expect(statuses.at(-1)).toBe(429);
    const refused = await service.client().get('/v1/workspace');
    expect([statusAndCode(refused), limitOf(refused)[1]]).toEqual(['429 RATE_LIMITED', 'failed-authentication']);
    expect(statusAndCode(await home.api.get('/v1/workspace'))).toBe('200');
  });
});

describe('public endpoints', () => {
  it('responses of public endpoints have no rate limit headers', async () => {
    for (const path of ['/health/live', '/openapi.json', '/docs', '/developers']) {
      expect((await fetch(`${service.url}${path}`)).headers.get('ratelimit')).toBeNull();
    }
  });
});

describe('disabled rate limits', () => {
  it('a rate limit of 0 allows any number of requests', async () => {
    const unlimited = await sharedApi();
    try {
      const { api: client } = await aHousehold(unlimited);
      for (let sent = 0; sent < QUOTA + 5; sent += 1)
        expect(statusAndCode(await client.get('/v1/workspace'))).toBe('200');
      expect((await client.get('/v1/workspace')).headers.ratelimit).toBeUndefined();
    } finally {
      await unlimited.stop();
    }
  });
});
