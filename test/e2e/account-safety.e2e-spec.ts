import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../libs/kernel/src/id/id.js';
import { poolOf } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, aKeyOf, Browser, PASSWORD, signIn } from './support/browser.js';
import { statusAndCode } from './support/client.js';
import { untilBlockedBy } from './support/until.js';

const OTHER_PASSWORD = 'otra frase muy larga';

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => service.stop());

async function tryPassword(browser: Browser, email: string, password: string): Promise<number> {
  await browser.get('/developers/sign-in');
  return (await browser.submit('/developers/sign-in', { email, password })).status;
}

async function signOut(browser: Browser): Promise<void> {
  await browser.get('/developers/keys');
  await browser.submit('/developers/sign-out');
}

describe('the limits on failed sign-ins', () => {
  it('failed sign-ins in other browsers do not lock out a browser that has signed in before', async () => {
    const { browser, email } = await aDeveloper(service);
    await signOut(browser);
    const stranger = new Browser(service.url);
    for (let attempt = 0; attempt < 25; attempt += 1) await tryPassword(stranger, email, `no es la ${attempt}`);
    expect(await tryPassword(new Browser(service.url), email, PASSWORD)).toBe(429);
    expect(await tryPassword(browser, email, PASSWORD)).toBe(303);
  });

  it('failed sign-ins in other browsers do not prevent a password change', async () => {
    const { browser, email } = await aDeveloper(service);
    const stranger = new Browser(service.url);
    for (let attempt = 0; attempt < 25; attempt += 1) await tryPassword(stranger, email, `no es la ${attempt}`);
    browser.setCookie('centavo_device', '');
    await browser.get('/developers/account');
    const change = { current: PASSWORD, next: OTHER_PASSWORD };
    expect((await browser.submit('/developers/account/password', change)).location).toContain('done=changed');
    await service.database.query('delete from identity_rate_windows');
  });

  it('a device cookie that was planted before the sign-in does not get a separate limit', async () => {
    const { email } = await aDeveloper(service);
    const [browser, planter] = [new Browser(service.url), new Browser(service.url)];
    for (const visitor of [browser, planter]) visitor.setCookie('centavo_device', 'A'.repeat(43));
    expect(await tryPassword(browser, email, PASSWORD)).toBe(303);
    expect(browser.cookie('centavo_device')).not.toBe('A'.repeat(43));
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push(await tryPassword(planter, email, `no es la ${attempt}`));
    expect(statuses).toEqual([...Array<number>(5).fill(401), 429]);
    await service.database.query('delete from identity_rate_windows');
  });

  it('a known browser is limited to ten failed sign-ins to its account, and to five to another account', async () => {
    const { browser, email } = await aDeveloper(service);
    const otherUser = await aDeveloper(service);
    await signOut(browser);
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push(await tryPassword(browser, email, `no es la ${attempt}`));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    await service.database.query('delete from identity_rate_windows');
    const foreign = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      foreign.push(await tryPassword(browser, otherUser.email, `no es la ${attempt}`));
    expect(foreign).toEqual([...Array<number>(5).fill(401), 429]);
    await service.database.query('delete from identity_rate_windows');
  });
});

it('rejects a sign-in with the old password if the password changes during the sign-in', async () => {
  const { email } = await aDeveloper(service);
  const pool = poolOf(service.database.url);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`update identity_users set password_hash = '$argon2id$none' where email = $1`, [email]);
    const browser = new Browser(service.url);
    const racing = tryPassword(browser, email, PASSWORD);
    // When it is blocked, the sign-in has already verified the old password.
    await untilBlockedBy(client, service.database);
    await client.query('commit');
    expect(await racing).toBe(401);
    expect((await browser.get('/developers/keys')).status).toBe(303);
  } finally {
    client.release();
    await pool.end();
  }
});

it('limits a user to 60 sign-ins in 15 minutes and to 50 open sessions', async () => {
  const { browser, email } = await aDeveloper(service);
  const statuses = [];
  for (let attempt = 0; attempt < 60; attempt += 1)
    statuses.push(await tryPassword(new Browser(service.url), email, PASSWORD));
  expect([statuses.filter((status) => status === 303).length, statuses.at(-1)]).toEqual([59, 429]);
  const live = `select count(*)::int as n from identity_sessions s join identity_users u on u.id = s.user_id where u.email = $1`;
  expect(await service.database.query(live, [email])).toEqual([{ n: 50 }]);
  expect((await browser.get('/developers/keys')).status).toBe(303);
  expect(await tryPassword(browser, email, PASSWORD)).toBe(303);
});

describe('password changes', () => {
  it.each([
    ['does not revoke API keys by default', {}, '200'],
    ['revokes all API keys if the user requests it', { end_access: 'yes' }, '401 AUTH_INVALID_TOKEN'],
  ])('a password change %s', async (_, more, answer) => {
    const { browser } = await aDeveloper(service);
    const { key } = await aKeyOf(browser, 'una', 'read_write');
    await browser.get('/developers/account');
    const fields = { current: PASSWORD, next: OTHER_PASSWORD, ...more };
    await browser.follow(await browser.submit('/developers/account/password', fields));
    expect(browser.page!.text).toContain('Tu contraseña cambió');
    expect(statusAndCode(await service.client(key).get('/v1/workspace'))).toBe(answer);
  });
});

it('rejects a new password that is the same as the current one', async () => {
  const { browser } = await aDeveloper(service);
  await browser.get('/developers/account');
  const same = await browser.submit('/developers/account/password', { current: PASSWORD, next: PASSWORD });
  expect([same.status, same.text.includes('Esa ya es tu contraseña')]).toEqual([400, true]);
  expect((await browser.get('/developers/account')).text).not.toContain('Contraseña cambiada');
});

it('a password change invalidates stolen copies of the session cookie', async () => {
  const { browser } = await aDeveloper(service);
  const thief = browser.copy();
  expect((await thief.get('/developers/keys')).status).toBe(200);
  await browser.get('/developers/account');
  await browser.submit('/developers/account/password', { current: PASSWORD, next: OTHER_PASSWORD });
  expect((await thief.get('/developers/keys')).status).toBe(303);
  expect((await browser.get('/developers/keys')).status).toBe(200);
});

describe('the list of sessions', () => {
  it('the account page lists the sessions by browser, and lets the user end one session or all other sessions', async () => {
    const { browser, email } = await aDeveloper(service);
    const [second, third] = [await signIn(service.url, email), new Browser(service.url)];
    await third.get('/developers/sign-in');
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' };
    await third.submit('/developers/sign-in', { email, password: PASSWORD }, { headers });
    const page = (await browser.get('/developers/account')).text;
    expect(page).toContain('Firefox · Windows');
    expect(page).toContain('127.0.0.x');
    expect(page.match(/Esta sesión/g)).toHaveLength(1);
    const row = page.split('<li>').find((part) => part.includes('Firefox'))!;
    const [, path] = /action="(\/developers\/account\/sessions\/[0-9a-f-]+\/end)"/.exec(row)!;
    await browser.submit(path!);
    expect((await third.get('/developers/keys')).status).toBe(303);
    expect((await second.get('/developers/keys')).status).toBe(200);
    await browser.get('/developers/account');
    await browser.submit('/developers/account/sessions/others/end');
    expect((await second.get('/developers/keys')).status).toBe(303);
    expect((await browser.get('/developers/keys')).status).toBe(200);
  });

  it('a user cannot end the session of another user', async () => {
    const victim = await aDeveloper(service);
    const { browser } = await aDeveloper(service);
    const [{ id }] = (await service.database.query(
      'select s.id from identity_sessions s join identity_users u on u.id = s.user_id where u.email = $1',
      [victim.email],
    )) as [{ id: string }];
    await browser.get('/developers/account');
    const token = /name="form_token" value="([^"]+)"/.exec(browser.page!.text)![1]!;
    await browser.submit(`/developers/account/sessions/${id}/end`, { form_token: token }, { bare: true });
    expect((await victim.browser.get('/developers/keys')).status).toBe(200);
  });

  it('the account page lists new keys and sign-ins from new browsers', async () => {
    const { browser } = await aDeveloper(service);
    await aKeyOf(browser, 'recién hecha', 'read_only');
    const page = (await browser.get('/developers/account')).text;
    expect(page).toMatch(/Llave nueva:<\/b> recién hecha/);
    expect(page).toContain('Primer inicio de sesión desde');
    expect(page.match(/Primer inicio de sesión desde/g)).toHaveLength(1);
  });
});

describe('the limit on API keys', () => {
  it('rejects more than 100 active keys in a workspace', async () => {
    const { browser } = await aDeveloper(service);
    await aKeyOf(browser, 'primera', 'read_only');
    await service.database.query(`
      insert into identity_api_keys (workspace_id, id, name, scope, key_hash, last_four, created_at)
      select workspace_id, gen_random_uuid(), 'x', scope, sha256(gen_random_uuid()::text::bytea), 'xxxx', now()
      from identity_api_keys, generate_series(1, 99) where name = 'primera'`);
    await browser.get('/developers/keys');
    const page = await browser.submit('/developers/keys', { name: 'una más', scope: 'read_only' });
    expect([page.status, page.text.includes('ya tiene 100 llaves')]).toEqual([400, true]);
  });
});

describe('a service with an HTTPS address', () => {
  let secured: ApiProcess;

  beforeAll(async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '10000', BASE_URL: 'https://centavo.example.mx' };
    secured = await startApi({ database: service.database, env });
  });
  afterAll(() => secured.stop());

  it('protects session cookies with Secure, HttpOnly and the __Host- prefix', async () => {
    const { email } = await aDeveloper(service);
    const browser = new Browser(secured.url);
    const lines = (await browser.get('/developers/sign-in?lang=es')).headers.getSetCookie();
    const page = await browser.submit('/developers/sign-in', { email, password: PASSWORD });
    lines.push(...page.headers.getSetCookie());
    expect(lines.map((line) => line.split('=')[0])).toEqual(
      expect.arrayContaining(['__Host-centavo_visit', '__Host-centavo_session', '__Host-centavo_device']),
    );
    for (const line of lines) expect(line).toMatch(/; Path=\/;.*; SameSite=Lax; Secure$/);
    const secrets = lines.filter((line) => line.startsWith('__Host-'));
    for (const line of secrets) expect(line).toContain('; HttpOnly;');
    // Another host of the domain, or a page over HTTP, could set a cookie without the prefix.
    const planted = new Browser(secured.url);
    planted.setCookie('centavo_session', browser.cookie('__Host-centavo_session')!);
    expect((await planted.get('/developers/keys')).status).toBe(303);
    expect((await browser.get('/developers/keys')).status).toBe(200);
  });

  it('the authorization server accepts 600 requests per hour from an IP address', async () => {
    const statuses: number[] = [];
    const authorize = async () =>
      statuses.push((await fetch(`${secured.url}/oauth/authorize?client_id=${newId()}`)).status);
    for (let batch = 0; batch < 61; batch += 1) await Promise.all(Array.from({ length: 10 }, authorize));
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
