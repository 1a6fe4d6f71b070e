import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oauth from 'openid-client';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { aDeveloper, aKeyOf, PASSWORD, signIn } from './support/browser.js';
import { runCli } from './support/cli.js';
import { statusAndCode } from './support/client.js';
import type { App } from './support/oauth-app.js';
import { CHANGING_SCOPES, FINE_SCOPES } from './support/scopes.js';
import { anApp, answer, begin, CALLBACK, connect, exchange, open, send } from './support/oauth-app.js';
import { until } from './support/until.js';

let service: ApiProcess;
let otherProcess: ApiProcess;
let browser: Browser;
let email: string;
let app: App;

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'debug' } });
  otherProcess = await startApi({ database: service.database, env: { BASE_URL: service.url } });
  ({ browser, email } = await aDeveloper(service));
  app = await anApp(service.url);
});
afterAll(async () => {
  await otherProcess.stop();
  await service.stop();
});

const call = (token: string, at: ApiProcess = service) => at.client(token).get('/v1/workspace');
const redeem = (fields: Record<string, string>) =>
  send(service.url, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    redirect_uri: CALLBACK,
    ...fields,
  });
const refresh = (token: string, fields: Record<string, string> = {}) =>
  send(service.url, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    refresh_token: token,
    ...fields,
  });

async function aCode(scope = 'read_write offline_access', more: Record<string, string> = {}) {
  const begun = await begin(app, scope, more);
  await open(browser, begun);
  const callback = await answer(browser, 'allow');
  return { code: callback.searchParams.get('code')!, verifier: begun.verifier, callback, begun };
}

describe('an app with access to a user’s data', () => {
  it('an app discovers the authorization server from the protected resource metadata', async () => {
    const refused = await service.client().get('/v1/workspace');
    const challenge = String(refused.headers['www-authenticate']);
    expect(challenge).toBe(`Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource"`);
    const resource = (await (await fetch(/resource_metadata="([^"]+)"/.exec(challenge)![1]!)).json()) as Record<
      string,
      unknown
    >;
    expect(resource).toMatchObject({ resource: service.url, authorization_servers: [service.url] });
    const server = await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json();
    expect(server).toMatchObject({
      issuer: service.url,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      scopes_supported: ['read_only', 'read_write', ...FINE_SCOPES, 'offline_access'],
    });
  });

  it('an app gets tokens after consent and can call the API with the tokens', async () => {
    const tokens = await connect(browser, app, 'read_write offline_access', { resource: service.url });
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      scope: 'read_only read_write',
      refresh_token: expect.any(String),
    });
    expect(tokens.expires_in).toBeLessThanOrEqual(3600);
    const claims = decodeJwt(tokens.access_token);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(claims).toMatchObject({
      iss: service.url,
      aud: service.url,
      client_id: app.clientId,
      scope: 'read_only read_write',
    });
    expect(claims.exp! - claims.iat!).toBeLessThanOrEqual(3600);
    const client = service.client(tokens.access_token);
    expect((await client.get('/v1/workspace')).body.name).toBe('Casa');
    expect(statusAndCode(await client.post('/v1/accounts', { name: 'Efectivo', typeId: 'cash' }))).toBe('200');
    expect(statusAndCode(await call(tokens.access_token, otherProcess))).toBe('200');
  });

  it('issues a refresh token only with offline_access, and grants read-only access by default', async () => {
    const begun = await begin(app, 'read_only');
    begun.address.searchParams.delete('scope');
    await open(browser, begun);
    expect(browser.page!.text).not.toContain('cuando no estés usando');
    const tokens = await exchange(app, begun, await answer(browser, 'allow'));
    expect([tokens.scope, tokens.refresh_token]).toEqual(['read_only', undefined]);
    const refused = await service.client(tokens.access_token).post('/v1/accounts', { name: 'X', typeId: 'cash' });
    expect([statusAndCode(refused), refused.headers['www-authenticate']]).toEqual([
      '403 AUTH_INSUFFICIENT_SCOPE',
      'Bearer error="insufficient_scope", scope="read_write"',
    ]);
  });

  it('the consent page shows the app’s name, access and redirect address in Spanish and English', async () => {
    const shady = await anApp(service.url, '<b>Banco</b> "oficial"');
    const page = await open(browser, await begin(shady, 'read_write offline_access'));
    expect(page.text).toContain('<html lang="es-MX">');
    expect(page.text).toContain('&lt;b>Banco&lt;/b>');
    expect(page.text).not.toContain('<b>Banco');
    for (const words of [
      'Podrá crear, cambiar y borrar',
      'cuando no estés usando la app',
      '127.0.0.1:53682',
      'no lo hemos verificado',
      email,
    ]) {
      expect(page.text).toContain(words);
    }
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${new URL(CALLBACK).origin};`);
    expect((await browser.get(`${page.path}?lang=en`)).text).toContain('<html lang="en">');
    await browser.get('/developers/keys?lang=es');
  });

  it('redirects a signed-out user to the sign-in page, and then to the consent page', async () => {
    const stranger = await signIn(service.url, email);
    await stranger.submit('/developers/sign-out', {}, { bare: true });
    const fresh = new (stranger.constructor as typeof Browser)(service.url);
    const begun = await begin(app, 'read_only');
    const page = await open(fresh, begun);
    expect(page.path).toMatch(/^\/developers\/sign-in\?next=%2Foauth%2Fconsent%2F/);
    const consent = await fresh.follow(await fresh.submit('/developers/sign-in', { email, password: PASSWORD }));
    expect(consent.text).toContain('quiere acceso a tus finanzas');
    const tokens = await exchange(app, begun, await answer(fresh, 'allow'));
    expect(statusAndCode(await call(tokens.access_token))).toBe('200');
  });

  it('prompt=login shows the sign-in or consent page, and prompt=none without consent returns an error', async () => {
    const page = await open(browser, await begin(app, 'read_only', { prompt: 'login' }));
    expect(page.path).toMatch(/^\/oauth\/consent|^\/developers\/sign-in/);
    const again = await open(await signIn(service.url, email), await begin(app, 'read_only', { prompt: 'none' }));
    expect(new URL(again.location!).searchParams.get('error')).toBe('consent_required');
  });

  it('returns access_denied if the user denies access', async () => {
    await open(browser, await begin(app, 'read_write'));
    const callback = await answer(browser, 'deny');
    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect(callback.searchParams.get('iss')).toBe(service.url);
  });

  it('grants only the access that the user allowed, even at later refreshes', async () => {
    const begun = await begin(app, 'read_write offline_access');
    await open(browser, begun);
    const tokens = await exchange(app, begun, await answer(browser, 'allow', {}, CHANGING_SCOPES));
    expect(tokens.scope).toBe('read_only');
    const wider = await refresh(tokens.refresh_token!, { scope: 'read_write offline_access' });
    expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope']);
    const again = await refresh(tokens.refresh_token!);
    expect(again.body.scope).toBe('read_only');
    expect(
      statusAndCode(await service.client(again.body.access_token!).post('/v1/accounts', { name: 'X', typeId: 'cash' })),
    ).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });
});

describe('an invalid authorization request', () => {
  const error = async (change: (parameters: URLSearchParams) => void) => {
    const begun = await begin(app, 'read_only');
    change(begun.address.searchParams);
    const { location, status, text } = await open(browser, begun);
    if (location === null) return `${status} ${/<html lang="es-MX">/.test(text) ? 'page' : text.slice(0, 100)}`;
    expect(location.startsWith(CALLBACK)).toBe(true);
    const { searchParams, hash } = new URL(location);
    return searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error');
  };

  it.each<[string, string, (parameters: URLSearchParams) => void]>([
    ['without PKCE', 'invalid_request', (p) => (p.delete('code_challenge'), p.delete('code_challenge_method'))],
    ['with the PKCE method plain', 'invalid_request', (p) => p.set('code_challenge_method', 'plain')],
    ['without a PKCE method', 'invalid_request', (p) => p.delete('code_challenge_method')],
    ['with response_type token', 'unsupported_response_type', (p) => p.set('response_type', 'token')],
    ['for another resource', 'invalid_target', (p) => p.set('resource', 'https://other.example')],
    ['for an unknown scope', 'invalid_scope', (p) => p.set('scope', 'admin')],
    ['with a request_uri', 'request_uri_not_supported', (p) => p.set('request_uri', 'https://evil.example/r')],
  ])('rejects an authorization request %s', async (_, expected, change) => {
    expect(await error(change)).toBe(expected);
  });

  it.each<[string, (parameters: URLSearchParams) => void]>([
    ['with an unregistered redirect_uri', (p) => p.set('redirect_uri', 'https://evil.example/cb')],
    ['with a longer path than the registered redirect_uri', (p) => p.set('redirect_uri', `${CALLBACK}/more`)],
    ['without a redirect_uri', (p) => p.delete('redirect_uri')],
    ['of an unknown app', (p) => p.set('client_id', 'nobody')],
    ['without a client_id', (p) => p.delete('client_id')],
  ])('shows an error page instead of redirecting for a request %s', async (_, change) => {
    expect(await error(change)).toBe('400 page');
  });
});

describe('the consent page', () => {
  const consentPath = async () => (await open(browser, await begin(app, 'read_only'))).path;

  it('rejects a consent form that is sent from another site or without the form token', async () => {
    const path = await consentPath();
    const allow = { decision: 'allow' };
    const tries = [
      await browser.submit(path, allow, { bare: true }),
      await browser.submit(path, { ...allow, form_token: 'x' }, { bare: true }),
    ];
    await browser.get(path);
    tries.push(await browser.submit(path, allow, { headers: { origin: 'https://evil.example' } }));
    await browser.get(path);
    tries.push(await browser.submit(path, allow, { headers: { origin: 'null' } }));
    await browser.get(path);
    tries.push(await browser.submit(path, allow, { headers: { 'sec-fetch-site': 'cross-site' } }));
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    await browser.get(path);
    expect((await answer(browser, 'allow')).searchParams.get('code')).toBeTruthy();
  });

  it('accepts a consent decision once, and only from the browser that started the request', async () => {
    const path = await consentPath();
    const elsewhere = await signIn(service.url, email);
    expect((await elsewhere.get(path)).status).toBe(400);
    await browser.get(path);
    await answer(browser, 'allow');
    expect((await browser.get(path)).status).toBe(400);
  });

  it('rejects a grant of access to the workspace of another user', async () => {
    const stranger = await aDeveloper(service);
    const path = await consentPath();
    const strangers = (await stranger.browser.get('/developers/keys')).text;
    expect(strangers).not.toContain('error');
    const [row] = await service.database.query<{ id: string }>(
      `select o.workspace_id as id from identity_members o join identity_users u on u.id = o.user_id where u.email = $1`,
      [stranger.email],
    );
    await browser.get(path);
    const { status } = await browser.submit(path, { decision: 'allow', workspace: row!.id });
    expect(status).toBe(400);
  });
});

describe('an authorization code', () => {
  it('accepts an authorization code once, and revokes its tokens if the code is used again', async () => {
    const { code, verifier } = await aCode();
    const first = await redeem({ code, code_verifier: verifier });
    expect(statusAndCode(await call(first.body.access_token!))).toBe('200');
    expect((await redeem({ code, code_verifier: verifier })).body.error).toBe('invalid_grant');
    expect(statusAndCode(await call(first.body.access_token!))).toBe('401 AUTH_INVALID_TOKEN');
    expect((await refresh(first.body.refresh_token!)).body.error).toBe('invalid_grant');
  });

  it('issues tokens at most once if a code is used concurrently, and revokes the issued tokens', async () => {
    const { code, verifier } = await aCode();
    const answers = await Promise.all([1, 2, 3].map(() => redeem({ code, code_verifier: verifier })));
    const successes = answers.filter(({ status }) => status === 200);
    expect(successes.length).toBeLessThanOrEqual(1);
    for (const { body } of successes)
      expect(statusAndCode(await call(body.access_token!))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it.each<[string, string, (fields: Record<string, string>) => Record<string, string>]>([
    ['with another verifier', 'invalid_grant', (f) => ({ ...f, code_verifier: 'x'.repeat(43) })],
    ['without a verifier', 'invalid_grant', ({ code }) => ({ code: code! })],
    ['with another redirect_uri', 'invalid_grant', (f) => ({ ...f, redirect_uri: 'https://evil.example/cb' })],
    ['for another resource', 'invalid_target', (f) => ({ ...f, resource: 'https://other.example' })],
    ['with a random value', 'invalid_grant', (f) => ({ ...f, code: 'x'.repeat(43) })],
    ['of an unknown app', 'invalid_client', (f) => ({ ...f, client_id: 'nobody' })],
  ])('rejects an authorization code %s', async (_, error, change) => {
    const { code, verifier } = await aCode();
    expect((await redeem(change({ code, code_verifier: verifier }))).body.error).toBe(error);
  });

  it('rejects an authorization code of another app', async () => {
    const { code, verifier } = await aCode();
    const thief = await anApp(service.url, 'Ladrón');
    expect((await redeem({ code, code_verifier: verifier, client_id: thief.clientId })).body.error).toBe(
      'invalid_grant',
    );
  });
});

describe('a refresh token', () => {
  it('replaces a refresh token at each use, and revokes the token family if a token is reused', async () => {
    const first = await connect(browser, app);
    const second = (await refresh(first.refresh_token!)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const third = (await refresh(second.refresh_token!)).body;
    expect(statusAndCode(await call(third.access_token!))).toBe('200');
    expect((await refresh(first.refresh_token!)).body.error).toBe('invalid_grant');
    for (const token of [first.access_token, second.access_token!, third.access_token!]) {
      expect(statusAndCode(await call(token, otherProcess))).toBe('401 AUTH_INVALID_TOKEN');
    }
    expect((await refresh(third.refresh_token!)).body.error).toBe('invalid_grant');
  });

  it('rejects a refresh token of another app', async () => {
    const tokens = await connect(browser, app);
    const thief = await anApp(service.url, 'Ladrón');
    expect((await refresh(tokens.refresh_token!, { client_id: thief.clientId })).body.error).toBe('invalid_grant');
    await send(service.url, '/oauth/revoke', { token: tokens.refresh_token!, client_id: thief.clientId });
    expect(statusAndCode(await call(tokens.access_token))).toBe('200');
  });

  it('revoking a refresh token revokes its access tokens in all processes', async () => {
    const tokens = await connect(browser, app);
    for (const at of [service, otherProcess]) expect(statusAndCode(await call(tokens.access_token, at))).toBe('200');
    await oauth.tokenRevocation(app.config, tokens.refresh_token!);
    for (const at of [otherProcess, service])
      expect(statusAndCode(await call(tokens.access_token, at))).toBe('401 AUTH_INVALID_TOKEN');
    expect((await refresh(tokens.refresh_token!)).body.error).toBe('invalid_grant');
  });
});

describe('a grant', () => {
  it('after a grant is revoked in one process, another process rejects its tokens on the next request', async () => {
    const tokens = await connect(browser, await anApp(service.url, 'Para retirar'));
    expect(statusAndCode(await call(tokens.access_token, otherProcess))).toBe('200');
    const { text } = await browser.get('/developers/apps');
    const row = text.split('<li>').find((part) => part.includes('Para retirar'))!;
    const path = /\/developers\/apps\/[0-9a-f-]{36}\/revoke/.exec(row)![0];
    expect((await browser.get(path)).text).toContain('Retirar acceso');
    expect(statusAndCode(await call(tokens.access_token, otherProcess))).toBe('200');
    await browser.follow(await browser.submit(path));
    expect(browser.page!.text).toContain('El acceso quedó retirado.');
    for (const at of [otherProcess, service])
      expect(statusAndCode(await call(tokens.access_token, at))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('shows a grant and the time of its last use only to the workspace that granted it', async () => {
    const tokens = await connect(browser, await anApp(service.url, 'Usada'));
    await call(tokens.access_token);
    let row = '';
    await until(async () => {
      row = (await browser.get('/developers/apps')).text.split('<li>').find((part) => part.includes('Usada'))!;
      return /Último uso: <time/.test(row);
    });
    const stranger = await aDeveloper(service);
    expect((await stranger.browser.get('/developers/apps')).text).not.toContain('Usada');
    const path = /\/developers\/apps\/[0-9a-f-]{36}\/revoke/.exec(row)![0];
    expect((await stranger.browser.get(path)).status).toBe(404);
    await stranger.browser.get('/developers/keys');
    await stranger.browser.submit('/developers/sign-out', {}, { bare: true });
    expect(statusAndCode(await call(tokens.access_token))).toBe('200');
  });
});

describe('the registration of an app', () => {
  const register = async (metadata: object) => {
    const body = JSON.stringify({ redirect_uris: [CALLBACK], ...metadata });
    const response = await fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('registration does not issue a client secret', async () => {
    const { status, body } = await register({ client_name: 'Sin secreto' });
    expect([status, body.token_endpoint_auth_method]).toEqual([201, 'none']);
    expect(Object.keys(body).filter((name) => /secret|registration_/.test(name))).toEqual([]);
  });

  it.each([
    { redirect_uris: ['http://evil.example/cb'] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: [] },
    { client_name: 'a\u202eb' },
    { token_endpoint_auth_method: 'client_secret_basic' },
    { sector_identifier_uri: 'http://127.0.0.1:1/x' },
    { grant_types: ['client_credentials'] },
    { response_types: ['token'] },
  ])('rejects the registration %j', async (metadata) => {
    const { status, body } = await register(metadata);
    expect([status, typeof body.error]).toEqual([400, 'string']);
  });

  it('returns 400 for a body that is not a JSON object', async () => {
    for (const body of ['{', '[]', 'null', '"x"', '']) {
      const response = await fetch(`${service.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([body, response.status]).toEqual([body, 400]);
    }
  });
});

describe('the OAuth commands of the command line', () => {
  it('the command line lists apps, and removes an app with its grants', async () => {
    const doomed = await anApp(service.url, 'Condenada');
    const tokens = await connect(browser, doomed);
    const listed = (await runCli(service.database, 'client', 'list')).json as unknown as { id: string; name: string }[];
    expect(listed.find(({ id }) => id === doomed.clientId)).toMatchObject({
      name: 'Condenada',
      redirectUris: [CALLBACK],
    });
    const revoked = await runCli(service.database, 'client', 'revoke', doomed.clientId);
    expect(revoked.json).toEqual({ id: doomed.clientId, revoked: true, grantsEnded: 1 });
    expect(statusAndCode(await call(tokens.access_token))).toBe('401 AUTH_INVALID_TOKEN');
    const { status, text } = await open(browser, await begin(doomed, 'read_only'));
    expect([status, text.includes('no está registrada')]).toEqual([400, true]);
  });

  it('rotates the signing key in all processes, and keeps tokens of the old key valid', async () => {
    const before = await connect(browser, app);
    const { json } = await runCli(service.database, 'signing-key', 'rotate');
    const after = await connect(browser, app);
    expect(decodeProtectedHeader(after.access_token).kid).toBe(json.id);
    expect(decodeProtectedHeader(before.access_token).kid).toBe(json.retired[0]);
    for (const token of [before.access_token, after.access_token]) {
      for (const at of [service, otherProcess]) expect(statusAndCode(await call(token, at))).toBe('200');
    }
    const published = (await (await fetch(`${otherProcess.url}/oauth/jwks`)).json()) as {
      keys: Record<string, string>[];
    };
    expect(published.keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining([json.id, ...json.retired]));
    expect(published.keys.filter((key) => 'd' in key)).toEqual([]);
    await runCli(service.database, 'signing-key', 'rotate', '--at-once');
    for (const token of [before.access_token, after.access_token]) {
      for (const at of [service, otherProcess])
        expect(statusAndCode(await call(token, at))).toBe('401 AUTH_INVALID_TOKEN');
    }
    const renewed = await refresh(after.refresh_token!);
    expect(statusAndCode(await call(renewed.body.access_token!, otherProcess))).toBe('200');
  });
});

describe('stored secrets', () => {
  it('logs and tables contain no secrets in plain text', async () => {
    const tokens = await connect(browser, app);
    const { code, verifier } = await aCode();
    const { key } = await aKeyOf(browser, 'secreta', 'read_only');
    const secrets = [
      tokens.access_token.split('.')[2]!,
      tokens.refresh_token!,
      code,
      verifier,
      PASSWORD,
      key.slice(4, 40),
      browser.cookie('centavo_session')!,
    ];
    const tables = await service.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const dumps = await Promise.all(
      tables
        .filter(({ name }) => /^(identity|developers)_/.test(name))
        .map(({ name }) => service.database.query<{ row: string }>(`select t::text as row from ${name} t`)),
    );
    const everything = [...service.log, ...otherProcess.log, ...dumps.flat().map(({ row }) => row)].join('\n');
    for (const secret of secrets) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
    }
    const [signing] = await service.database.query<{ d: string }>(
      `select private_jwk->>'d' as d from identity_signing_keys where retires_at is null`,
    );
    expect([...service.log, ...otherProcess.log].join('\n')).not.toContain(signing!.d);
  });

  it('the application’s role cannot read the secrets of the signing keys', async () => {
    const client = await service.database.connect();
    await client.query('begin; set local role centavo_app');
    await expect(client.query('select private_jwk from identity_signing_keys')).rejects.toThrow(/permission denied/);
    await client.end();
  });
});
