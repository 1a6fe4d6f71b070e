import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as oauth from 'openid-client';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { aDeveloper, Browser, PASSWORD } from './support/browser.js';
import { statusAndCode } from './support/client.js';
import type { App } from './support/oauth-app.js';
import { anApp, answer, begin, CALLBACK, connect, exchange, open, send } from './support/oauth-app.js';

let service: Service;
let browser: Browser;
let email: string;
let app: App;

beforeAll(async () => {
  service = await sharedApi();
  ({ browser, email } = await aDeveloper(service));
  app = await anApp(service.url);
});
afterAll(() => service.stop());

const call = (token: string) => service.client(token).get('/v1/workspace');
const write = (token: string) => service.client(token).post('/v1/accounts', { name: 'Efectivo', typeId: 'cash' });
const refresh = (token: string, scope?: string) =>
  send(service.url, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: app.clientId,
    refresh_token: token,
    ...(scope === undefined ? {} : { scope }),
  });

async function register(body: string | object) {
  const response = await fetch(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('the redirect from the consent page to an app', () => {
  it('an authorization request continues after a visit to the sign-up page and a change of language', async () => {
    const visitor = new Browser(service.url);
    await open(visitor, await begin(app, 'read_only'));
    const switchIn = (text: string) =>
      /<a class="quiet" href="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
    const english = await visitor.get(switchIn(visitor.page!.text));
    expect(english.text).toContain('<html lang="en">');
    const signUp = /href="(\/developers\/sign-up[^"]*)"/.exec(english.text)![1]!;
    const spanish = await visitor.get(switchIn((await visitor.get(signUp)).text));
    expect(spanish.text).toContain('<html lang="es-MX">');
    const again = await visitor.get(switchIn((await visitor.get(switchIn(spanish.text))).text));
    expect(again.path.match(/lang=/g)).toHaveLength(1);
    await visitor.get(/href="(\/developers\/sign-in[^"]*)"/.exec(again.text)![1]!);
    const consent = await visitor.follow(await visitor.submit('/developers/sign-in', { email, password: PASSWORD }));
    expect(consent.text).toContain('quiere acceso a tus finanzas');
  });

  it.each(['http://127.0.0.1/cb', 'http://127.0.0.1:1234/cb', 'http://[::1]:80/cb', 'http://localhost/cb'])(
    'accepts any port for a loopback redirect URI registered as %s',
    async (registered) => {
      const native = await anApp(service.url, 'En mi máquina', { redirect_uris: [registered] });
      const back = new URL(registered);
      back.port = '49152';
      const begun = await begin(native, 'read_only', { redirect_uri: back.href });
      expect((await open(browser, begun)).text).toContain(`49152`);
      const tokens = await exchange(native, begun, await answer(browser, 'allow'));
      expect(statusAndCode(await call(tokens.access_token))).toBe('200');
    },
  );

  it('rejects a redirect URI that differs from the registered one in more than the loopback port', async () => {
    for (const redirect of [
      'http://127.0.0.1:5/other',
      'http://localhost:5/cb',
      'https://127.0.0.1:5/cb',
      'http://127.0.0.1.evil.example:5/cb',
    ]) {
      const page = await open(browser, await begin(app, 'read_only', { redirect_uri: redirect }));
      expect([redirect, page.status, page.location]).toEqual([redirect, 400, null]);
    }
    const web = await anApp(service.url, 'En la red', { redirect_uris: ['https://app.example/cb'] });
    const page = await open(browser, await begin(web, 'read_only', { redirect_uri: 'https://app.example:444/cb' }));
    expect([page.status, page.location]).toEqual([400, null]);
  });

  it.each(['fragment', 'form_post', 'web_message', 'query.jwt'])('rejects the response mode %s', async (mode) => {
    // Authorizes the app first, because without a grant the service shows errors on its own page instead of
    // redirecting.
    await open(browser, await begin(app, 'read_only'));
    await answer(browser, 'allow');
    const page = await open(browser, await begin(app, 'read_only', { response_mode: mode }));
    expect(page.location?.startsWith(`${CALLBACK}?`)).toBe(true);
    expect(new URL(page.location!).searchParams.get('error')).toBe('unsupported_response_mode');
  });
});

describe('an error in an authorization request', () => {
  const wrong = (p: URLSearchParams) => p.set('code_challenge_method', 'plain');
  const unknown = (p: URLSearchParams) => p.set('scope', 'admin nothing');
  const ask = async (by: Browser, of: App, change: (parameters: URLSearchParams) => void) => {
    const begun = await begin(of, 'read_only');
    change(begun.address.searchParams);
    const page = await open(by, begun);
    return page.location === null ? page.status : new URL(page.location).searchParams.get('error');
  };

  it('redirects with the error only if the signed-in user has approved the app', async () => {
    const shady = await anApp(service.url, 'Trampa');
    const maker = await aDeveloper(service);
    await connect(maker.browser, shady);
    const victim = await aDeveloper(service);
    for (const [change, error] of [
      [wrong, 'invalid_request'],
      [unknown, 'invalid_scope'],
      [(p: URLSearchParams) => p.set('prompt', 'none'), 'consent_required'],
    ] as const) {
      expect(await ask(maker.browser, shady, change)).toBe(error);
      expect(await ask(victim.browser, shady, change)).toBe(400);
    }
    expect(await ask(new Browser(service.url), shady, wrong)).toBe(400);
    const list = (await maker.browser.get('/developers/apps')).text;
    const path = /\/developers\/apps\/[0-9a-f-]{36}\/revoke/.exec(list)![0];
    await maker.browser.get(path);
    await maker.browser.submit(path);
    expect(await ask(maker.browser, shady, wrong)).toBe(400);
  });

  it('returns invalid_scope to the app only after the user chooses to return to it', async () => {
    const { browser: own } = await aDeveloper(service);
    expect(await ask(own, await anApp(service.url, 'Sin permisos'), unknown)).toBe(400);
    expect(own.page!.text).toContain('permisos que aquí no existen');
    expect(own.page!.text).not.toContain('value="allow"');
    const callback = await answer(own, 'deny');
    expect([callback.origin, callback.searchParams.get('error')]).toEqual([new URL(CALLBACK).origin, 'invalid_scope']);
  });
});

describe('values that the database cannot store', () => {
  const texts = [
    '\u0000',
    'a\u0000b',
    '\u0007',
    '\u009f',
    'ñ',
    '\ud800',
    `${'x'.repeat(5_000)}`,
    "' or 1=1",
    '../..',
    '[]',
  ];

  it.each(texts)('rejects client_id %j as an unknown app', async (text) => {
    const begun = await begin(app, 'read_only');
    begun.address.searchParams.set('client_id', text);
    const page = await open(browser, begun);
    expect([page.status, page.text.includes('<html lang="es-MX">')]).toEqual([400, true]);
    const fields = { client_id: text, token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const { status, body } = await send(service.url, path, fields);
      expect([path, status, body.error]).toEqual([path, 401, 'invalid_client']);
    }
  });

  it('rejects a client_id that is not UTF-8 as an unknown app', async () => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const response = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'client_id=%ff%00%zz&token=a&grant_type=refresh_token&refresh_token=%00',
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect((await browser.get('/oauth/authorize?client_id=%ff%00%zz&response_type=code')).status).toBe(400);
  });

  it.each(texts.slice(0, 4))('does not fail with 500 if a field contains %j', async (text) => {
    for (const field of [
      'scope',
      'state',
      'redirect_uri',
      'resource',
      'code_challenge',
      'prompt',
      'nonce',
      'claims',
      'ui_locales',
    ]) {
      const begun = await begin(app, 'read_only');
      begun.address.searchParams.set(field, text);
      expect((await open(browser, begun)).status).toBeLessThan(500);
    }
    for (const field of ['code', 'code_verifier', 'refresh_token', 'redirect_uri', 'resource', 'scope', 'token']) {
      for (const grant_type of ['authorization_code', 'refresh_token', text]) {
        const fields = { client_id: app.clientId, grant_type, code: 'x', refresh_token: 'x', redirect_uri: CALLBACK };
        const { status } = await send(service.url, '/oauth/token', { ...fields, [field]: text });
        expect([field, status]).toEqual([field, 400]);
      }
    }
    const { status } = await send(service.url, '/oauth/revoke', { client_id: app.clientId, token: `a.${text}` });
    expect(status).toBe(200);
  });

  it.each<[string, object]>([
    ['invalid_redirect_uri', { redirect_uris: ['http://127.0.0.1/a\u0000b'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://app.example/\u0007'] }],
    ['invalid_redirect_uri', { redirect_uris: ['com.example.app:/\ud800'] }],
    ['invalid_client_metadata', { client_name: 'a\u0000' }],
    ['invalid_client_metadata', { client_uri: 'https://app.example/\u0000' }],
    ['invalid_client_metadata', { contacts: ['a\u0000@b.example'] }],
    ['invalid_client_metadata', { software_id: '\ud800' }],
    ['invalid_client_metadata', { jwks: { keys: [{ kty: 'EC', kid: '\u0000' }] } }],
  ])('returns the error %s for the registration %j', async (error, metadata) => {
    const { status, body } = await register({ redirect_uris: [CALLBACK], ...metadata });
    expect([status, body.error]).toEqual([400, error]);
  });

  it('rejects a registration that is not a JSON object or is too large', async () => {
    for (const body of ['{', '[]', 'null', '"x"', '', `${'['.repeat(20_000)}`]) {
      expect([body.slice(0, 9), (await register(body)).status]).toEqual([body.slice(0, 9), 400]);
    }
    const { status, body } = await register({ redirect_uris: [CALLBACK], client_uri: 'x'.repeat(60_000) });
    expect([status, body.error]).toEqual([413, 'invalid_request']);
  });

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('rejects a registration with %s nested thousands of levels deep', async (_, opening, closing) => {
    const deep = `${opening.repeat(8_000)}1${closing.repeat(8_000)}`;
    const { status, body } = await register(`{"redirect_uris":["${CALLBACK}"],"contacts":${deep}}`);
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  });
});

describe('a rejected registration', () => {
  it.each<[object, RegExp]>([
    [{ redirect_uris: ['http://app.example/cb'] }, /loopback .* elsewhere use https/],
    [{ token_endpoint_auth_method: 'client_secret_post' }, /must be none/],
    [{ response_modes: ['form_post'] }, /in the query/],
  ])('the error for the registration %j lists the allowed values', async (metadata, words) => {
    const { status, body } = await register({ redirect_uris: [CALLBACK], ...metadata });
    expect([status, body.error_description]).toEqual([400, expect.stringMatching(words)]);
  });
});

describe('a token refresh', () => {
  it('rejects a refresh without a scope of the API, and the refresh token stays valid', async () => {
    const tokens = await connect(browser, app);
    for (const scope of ['offline_access', 'admin', 'openid offline_access']) {
      const { status, body } = await refresh(tokens.refresh_token!, scope);
      expect([status, body.error]).toEqual([400, 'invalid_scope']);
    }
    expect((await refresh(tokens.refresh_token!)).status).toBe(200);
  });

  it.each(['read_write offline_access', 'read_only read_write offline_access'])(
    'after consent to %s, a refresh can reduce the scope to read_only and a later refresh can restore the scope',
    async (scope) => {
      const tokens = await connect(browser, app, scope);
      const narrow = (await refresh(tokens.refresh_token!, 'read_only')).body;
      expect([narrow.scope, decodeJwt(narrow.access_token!).scope]).toEqual(['read_only', 'read_only']);
      expect(statusAndCode(await call(narrow.access_token!))).toBe('200');
      expect(statusAndCode(await write(narrow.access_token!))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
      const wide = (await refresh(narrow.refresh_token!)).body;
      expect(statusAndCode(await write(wide.access_token!))).toBe('200');
      expect((await refresh(wide.refresh_token!, 'read_write')).body.scope).toBe('read_write');
    },
  );
});

describe('a revoked access token', () => {
  it('revoking an access token revokes all tokens of the grant immediately', async () => {
    const tokens = await connect(browser, app);
    expect(statusAndCode(await call(tokens.access_token))).toBe('200');
    await oauth.tokenRevocation(app.config, tokens.access_token, { token_type_hint: 'access_token' });
    expect(statusAndCode(await call(tokens.access_token))).toBe('401 AUTH_INVALID_TOKEN');
    expect((await refresh(tokens.refresh_token!)).body.error).toBe('invalid_grant');
    await oauth.tokenRevocation(app.config, tokens.access_token);
  });

  it('revoking an access token without a refresh token revokes the grant', async () => {
    const tokens = await connect(browser, app, 'read_only');
    await oauth.tokenRevocation(app.config, tokens.access_token);
    expect(statusAndCode(await call(tokens.access_token))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('another app or an unknown client cannot revoke an access token', async () => {
    const tokens = await connect(browser, app);
    const thief = await anApp(service.url, 'Ladrón');
    const revoke = (fields: Record<string, string>) =>
      send(service.url, '/oauth/revoke', { token: tokens.access_token, ...fields });
    expect((await revoke({ client_id: thief.clientId })).status).toBe(200);
    expect((await revoke({ client_id: 'nobody' })).body.error).toBe('invalid_client');
    expect((await revoke({})).status).toBe(400);
    expect((await revoke({ client_id: app.clientId, token: `${tokens.access_token.slice(0, -4)}AAAA` })).status).toBe(
      200,
    );
    expect(statusAndCode(await call(tokens.access_token))).toBe('200');
  });
});

describe('the resource of a token', () => {
  it.each([
    ['', '/'],
    ['/', ''],
    ['/', '/'],
  ])(
    'accepts a resource that ends with %j at authorization and with %j at the token endpoint',
    async (requested, redeemed) => {
      const begun = await begin(app, 'read_only', { resource: `${service.url}${requested}` });
      await open(browser, begun);
      const code = (await answer(browser, 'allow')).searchParams.get('code')!;
      const fields = {
        grant_type: 'authorization_code',
        client_id: app.clientId,
        redirect_uri: CALLBACK,
        code,
        code_verifier: begun.verifier,
      };
      const rejected = await send(service.url, '/oauth/token', { ...fields, resource: 'https://other.example' });
      expect(rejected.body.error).toBe('invalid_target');
      const { body } = await send(service.url, '/oauth/token', { ...fields, resource: `${service.url}${redeemed}` });
      expect(statusAndCode(await call(body.access_token!))).toBe('200');
    },
  );

  it('rejects a resource that differs from the resource of the code or refresh token, which both stay valid', async () => {
    const agents = `${service.url}/mcp`;
    const begun = await begin(app, 'read_only offline_access', { resource: service.url });
    await open(browser, begun);
    const code = (await answer(browser, 'allow')).searchParams.get('code')!;
    const fields = { client_id: app.clientId, redirect_uri: CALLBACK, code, code_verifier: begun.verifier };
    const redeem = (more: Record<string, string>) =>
      send(service.url, '/oauth/token', { grant_type: 'authorization_code', ...fields, ...more });
    expect((await redeem({ resource: agents })).body.error).toBe('invalid_target');
    const { body } = await redeem({});
    const renew = (more: Record<string, string>) => {
      const fields = { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: body.refresh_token! };
      return send(service.url, '/oauth/token', { ...fields, ...more });
    };
    for (const resource of [agents, 'https://other.example', '']) {
      expect([resource, (await renew({ resource })).body.error]).toEqual([resource, 'invalid_target']);
    }
    const renewed = await renew({ resource: `${service.url}/` });
    expect(statusAndCode(await call(renewed.body.access_token!))).toBe('200');
  });
});

describe('consent to an authorization request', () => {
  it('creates one grant and one code if the form is submitted several times', async () => {
    const { browser: own } = await aDeveloper(service);
    const eager = await anApp(service.url, 'Impaciente');
    const begun = await begin(eager, 'read_only');
    const { path } = await open(own, begun);
    const others = [own.copy(), own.copy()];
    for (const otherBrowser of others) await otherBrowser.get(path);
    const sent = await Promise.all([own, ...others].map((each) => each.submit(path, { decision: 'allow' })));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    const resume = sent.map(({ location }) => location!).find((location) => location !== path)!;
    const returned = await Promise.all([own, ...others].map((each) => each.get(new URL(resume).pathname)));
    const codes = returned.flatMap(({ location }) => location ?? []);
    expect(codes).toHaveLength(1);
    const list = (await own.get('/developers/apps')).text;
    expect(list.match(/\/developers\/apps\/[0-9a-f-]{36}\/revoke/g)).toHaveLength(1);
    const tokens = await exchange(eager, begun, new URL(codes[0]!));
    expect(statusAndCode(await call(tokens.access_token))).toBe('200');
  });

  it('the consent form names the additional data that each scope can change', async () => {
    const page = await open(browser, await begin(app, 'budgets:write imports:write rules:write'));
    expect(page.text).toContain('Presupuestos y pagos programados, que registran movimientos');
    expect(page.text).toContain('Estados de cuenta importados, que registran movimientos');
    expect(page.text).toContain('Reglas para clasificar, que cambian los movimientos nuevos');
  });

  it.each<Record<string, string>>([{}, { scope: 'read_write' }, { admin: 'on' }, { offline_access: 'on' }])(
    'shows the consent form again if it is submitted with %j, which selects no permission',
    async (chosen) => {
      const page = await open(browser, await begin(app, 'read_write'));
      const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
      const fields = { decision: 'allow', form_token: token, ...chosen };
      const submitted = await browser.submit(page.path, fields, { bare: true });
      expect([submitted.status, submitted.location]).toEqual([400, null]);
      expect(submitted.text).toContain('Deja al menos un permiso marcado');
      expect((await answer(browser, 'allow')).searchParams.get('code')).toBeTruthy();
    },
  );

  it('never grants a scope that was not requested', async () => {
    const begun = await begin(app, 'accounts:read');
    await open(browser, begun);
    const callback = await answer(browser, 'allow', { 'accounts:write': 'on', 'rates:read': 'on' });
    expect((await exchange(app, begun, callback)).scope).toBe('accounts:read');
  });
});
