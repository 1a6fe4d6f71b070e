import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aDeveloper, Browser, PASSWORD } from '../../e2e/support/browser.js';
import { aHousehold, ok } from '../../e2e/support/household.js';

const CROWD = 400;

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => service.stop());

it('wrong passwords from 400 addresses delay neither known browsers nor other callers', async () => {
  const { browser, email } = await aDeveloper(service);
  await browser.get('/developers/keys');
  await browser.submit('/developers/sign-out');
  await browser.get('/developers/sign-in');
  const { api } = await aHousehold(service);
  const stranger = new Browser(service.url);
  const form_token = /name="form_token" value="([^"]+)"/.exec((await stranger.get('/developers/sign-in')).text)![1]!;
  const cookie = `centavo_visit=${stranger.cookie('centavo_visit')}`;
  const crowd = Array.from({ length: CROWD }, (_, n) =>
    fetch(`${service.url}/developers/sign-in`, {
      method: 'POST',
      headers: {
        ...{ cookie, origin: service.url, 'sec-fetch-site': 'same-origin' },
        'x-forwarded-for': `10.0.${n >> 8}.${n & 255}`,
      },
      body: new URLSearchParams({ form_token, email: `nadie${n}@example.mx`, password: PASSWORD }),
    }).then(({ status }) => status),
  );
  const answered: number[] = [];
  for (const signIn of crowd) void signIn.then((status) => answered.push(status));
  const overtaken: [string, number][] = [];
  /**
   * Counts the passwords that are verified while another caller waits. The service rejects the other passwords
   * immediately.
   */
  const counted = async (name: string, act: () => Promise<unknown>) => {
    const before = answered.length;
    await act();
    overtaken.push([name, answered.slice(before).filter((status) => status === 401).length]);
  };
  let isOver = false;
  const all = Promise.all(crowd).finally(() => (isOver = true));
  const probe = async (name: string, act: () => Promise<unknown>) => {
    for (; !isOver; await pause(20)) await counted(name, act);
  };
  await Promise.all([
    probe('a list', () => api.get('/v1/accounts').then(ok)),
    probe('a page', () => new Browser(service.url).get('/developers/sign-in')),
    Promise.race(crowd).then(() =>
      counted('a sign-in', async () =>
        expect((await browser.submit('/developers/sign-in', { email, password: PASSWORD })).status).toBe(303),
      ),
    ),
  ]);
  expect(overtaken.length).toBeGreaterThan(20);
  expect(overtaken.filter(([, count]) => count > CROWD / 5)).toEqual([]);
  expect(new Set(await all)).toEqual(new Set([401, 503]));
});
