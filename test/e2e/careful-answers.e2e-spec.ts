import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, aKeyOf, Browser, PASSWORD, signIn } from './support/browser.js';
import { runCli } from './support/cli.js';
import { anApp, answer, begin, CALLBACK, open } from './support/oauth-app.js';
import { until } from './support/until.js';

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info' } });
});
afterAll(() => service.stop());

describe('an app that no user has approved', () => {
  const wrong = { scope: 'admin' };

  it('an invalid request of an unapproved app shows an error page instead of redirecting', async () => {
    const app = await anApp(service.url);
    const { browser } = await aDeveloper(service);
    const toWrong = await open(browser, await begin(app, 'read_only', wrong));
    expect([toWrong.status, toWrong.location]).toEqual([400, null]);
    const invalidParameters: Record<string, string>[] = [
      { prompt: 'none' },
      { response_mode: 'fragment' },
      { response_type: 'token' },
      { response_type: 'code id_token' },
      { resource: 'https://x.example' },
    ];
    for (const parameters of invalidParameters) {
      const page = await open(browser, await begin(app, 'read_only', parameters));
      expect([page.status, page.location, page.text.includes('La solicitud de la app no es válida')]).toEqual([
        400,
        null,
        true,
      ]);
    }
  });

  it('redirects with an error only in sessions of users who have approved the app', async () => {
    const app = await anApp(service.url);
    const { browser } = await aDeveloper(service);
    await open(browser, await begin(app, 'read_only'));
    await answer(browser, 'allow');
    const page = await open(browser, await begin(app, 'read_only', wrong));
    expect(page.location?.startsWith(`${CALLBACK}?error=invalid_scope`)).toBe(true);
    const stranger = (await aDeveloper(service)).browser;
    const strangerPage = await open(stranger, await begin(app, 'read_only', wrong));
    expect([strangerPage.status, strangerPage.location]).toEqual([400, null]);
  });
});

it('responses ignore the host in the X-Forwarded-Host and Forwarded headers', async () => {
  const app = await anApp(service.url);
  const { address } = await begin(app, 'read_only');
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
  for (const path of [
    address.pathname + address.search,
    '/developers',
    '/developers/keys',
    '/oauth/authorize?client_id=x',
  ]) {
    const { status, headers: responseHeaders, text } = await new Browser(service.url).get(path, headers);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify([...responseHeaders]) + text).not.toContain('evil.example');
  }
});

it('API responses have Cache-Control: no-store, including a 304, a 401 and a 404', async () => {
  const { browser } = await aDeveloper(service);
  const api = service.client((await aKeyOf(browser, 'una', 'read_write')).key);
  const workspace = await api.get('/v1/workspace');
  const unchanged = await api.get('/v1/workspace', { headers: { 'if-none-match': String(workspace.headers.etag) } });
  expect([workspace.status, unchanged.status]).toEqual([200, 304]);
  const responses = [
    await api.get('/v1/transactions'),
    await api.get('/v1/nothing'),
    await service.client().get('/v1/accounts'),
  ];
  for (const { headers } of [workspace, unchanged, ...responses]) expect(headers['cache-control']).toBe('no-store');
});

it('the log contains the credential ID and a truncated IP address', async () => {
  const { browser } = await aDeveloper(service);
  const { id, key } = await aKeyOf(browser, 'una', 'read_write');
  const path = '/v1/accounts/logged';
  await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.77' },
  });
  await until(() => service.log.some((line) => line.includes(path)));
  const line = service.log.find((logLine) => logLine.includes(path))!;
  expect(JSON.parse(line)).toMatchObject({ credentialId: id, address: '203.0.113.x' });
  expect(line).not.toContain('203.0.113.77');
});

describe('audit entries of the developer area', () => {
  it('the audit log records sign-ins, failed sign-ins and password changes', async () => {
    const { browser, email } = await aDeveloper(service);
    const { key } = await aKeyOf(browser, 'una', 'read_only');
    const stranger = new Browser(service.url);
    await stranger.get('/developers/sign-in');
    await stranger.submit('/developers/sign-in', { email, password: 'no es esta frase' });
    await browser.get('/developers/account');
    await browser.submit('/developers/account/password', { current: PASSWORD, next: 'otra frase muy larga' });
    await runCli(service.database, 'user', 'reset-password', '--email', email, '--password', PASSWORD);
    await signIn(service.url, email);
    const entries = async () => (await service.client(key).get('/v1/audit-log')).body.items;
    await until(async () => (await entries()).length >= 6);
    const logged = (await entries()).map(({ action, actor }) => `${actor.kind} ${action}`);
    expect(logged.toSorted()).toEqual([
      'command_line user reset-password',
      'person POST /developers/account/password',
      'person POST /developers/keys',
      'person POST /developers/sign-in',
      'person POST /developers/sign-in',
      'person POST /developers/sign-in (refused)',
    ]);
  });
});

it.each([
  ['password1234', 'es fácil de adivinar'],
  ['guadalupe.rios', 'se parece demasiado'],
])('sign-up rejects the password %s', async (password, fault) => {
  const browser = new Browser(service.url);
  await browser.get('/developers/sign-up');
  const fields = { email: 'guadalupe.rios@example.mx', password, workspace_name: 'Casa' };
  const page = await browser.submit('/developers/sign-up', fields);
  expect([page.status, page.text.includes(fault)]).toEqual([400, true]);
});
