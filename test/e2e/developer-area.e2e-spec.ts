import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../libs/kernel/src/id/id.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, aKeyOf, Browser, PASSWORD, signIn, signUp } from './support/browser.js';
import { runCli } from './support/cli.js';
import { statusAndCode } from './support/client.js';
import { aWorkspace } from './support/household.js';
import { routesOfBuild } from './support/routes.js';
import { until } from './support/until.js';

let service: ApiProcess;
let secondProcess: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'debug' } });
  secondProcess = await startApi({ database: service.database });
});
afterAll(async () => {
  await secondProcess.stop();
  await service.stop();
});

const address = () => `${newId()}@example.mx`;

describe('signing up', () => {
  it('sign-up creates a workspace with the starter categories', async () => {
    const { key } = await aKeyOf(await signUp(service), 'primera', 'read_write');
    const api = service.client(key);
    expect((await api.get('/v1/workspace')).body).toMatchObject({ name: 'Casa', baseCurrency: 'MXN', plan: 'free' });
    expect((await api.get('/v1/categories')).body.length).toBeGreaterThan(10);
  });

  it('sign-up shows the same page for new and taken addresses and does not change the existing user', async () => {
    const { email } = await aDeveloper(service);
    const before = await service.database.query('select id from workspace_workspaces');
    const pages = [];
    for (const wanted of [email.toUpperCase(), address()]) {
      const browser = new Browser(service.url);
      await browser.get('/developers/sign-up');
      const fields = { email: wanted, password: 'otra frase muy larga', workspace_name: 'Intruso' };
      const page = await browser.follow(await browser.submit('/developers/sign-up', fields));
      pages.push(`${page.status} ${page.path} ${page.text.replace(/value="[^"]*"/g, '')}`);
    }
    expect(pages[0]).toBe(pages[1]);
    const after = await service.database.query('select id from workspace_workspaces');
    expect(after.length - before.length).toBe(1);
    await signIn(service.url, email);
  });

  it('sign-up does not set the password of a user created by an administrator', async () => {
    const email = address();
    await runCli(service.database, 'workspace', 'create', '--name', 'Ajena', '--owner-email', email);
    const browser = new Browser(service.url);
    await browser.get('/developers/sign-up');
    await browser.follow(
      await browser.submit('/developers/sign-up', { email, password: PASSWORD, workspace_name: 'x' }),
    );
    expect((await browser.submit('/developers/sign-in', { email, password: PASSWORD })).status).toBe(401);
  });

  it.each([
    [{ password: 'once letras' }, 'La contraseña debe tener'],
    [{ password: 'x'.repeat(201) }, 'La contraseña debe tener'],
    [{ email: 'ana' }, 'Escribe un correo válido'],
    [{ workspace_name: 'x'.repeat(121) }, 'Escribe un nombre'],
  ])('sign-up rejects %j, escapes the form values and does not return the password', async (wrong, fault) => {
    const browser = new Browser(service.url);
    await browser.get('/developers/sign-up');
    const fields = { email: address(), password: PASSWORD, workspace_name: '<i>Casa', ...wrong };
    const page = await browser.submit('/developers/sign-up', fields);
    expect([page.status, page.text.includes(fault)]).toEqual([400, true]);
    expect(page.text).not.toContain('<i>Casa');
    expect(page.text).not.toContain(fields.password);
  });
});

it('every form of the developer area rejects requests from other sites, without a token or with the token of another user', async () => {
  const posts = (await routesOfBuild(service.database.url)).filter((route) => route.startsWith('POST /developers/'));
  expect(posts.length).toBeGreaterThan(15);
  const [{ browser }, thief] = [await aDeveloper(service), await aDeveloper(service)];
  const tokenOf = async (visitor: Browser) =>
    /name="form_token" value="([^"]+)"/.exec((await visitor.get('/developers/account')).text)![1]!;
  const [form_token, foreign] = [await tokenOf(browser), await tokenOf(thief.browser)];
  const bare = { bare: true };
  for (const path of posts.map((route) => route.slice('POST '.length).replaceAll(/\{\w+\}/g, newId()))) {
    const statuses = [
      await browser.submit(path, {}, bare),
      await browser.submit(path, { form_token: foreign }, bare),
      await browser.submit(path, { form_token }, { ...bare, headers: { 'sec-fetch-site': 'cross-site' } }),
      await browser.submit(path, { form_token }, { ...bare, headers: { origin: 'https://evil.example' } }),
    ].map(({ status }) => status);
    expect([path, statuses]).toEqual([path, [403, 403, 403, 403]]);
    if (/sign-out|demo-workspace/.test(path)) continue;
    expect([path, (await browser.submit(path, { form_token }, bare)).status]).not.toEqual([path, 403]);
  }
});

describe('signing in', () => {
  it('sign-in shows the same error for a wrong password and an unknown address', async () => {
    const { email } = await aDeveloper(service);
    const pages = [];
    for (const attempted of [email, address()]) {
      const browser = new Browser(service.url);
      await browser.get('/developers/sign-in');
      const page = await browser.submit('/developers/sign-in', { email: attempted, password: 'no es esta frase' });
      pages.push(`${page.status} ${page.text.replace(/value="[^"]*"/g, '')}`);
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toMatch(/^401 .*El correo o la contraseña no son correctos/s);
  });

  it('sign-in replaces a planted session cookie with a new HttpOnly, SameSite=Lax cookie', async () => {
    const { email } = await aDeveloper(service);
    const browser = new Browser(service.url);
    await browser.get('/developers/sign-in');
    const planted = 'A'.repeat(43);
    browser.setCookie('centavo_session', planted);
    await browser.get('/developers/sign-in');
    const page = await browser.submit('/developers/sign-in', { email, password: PASSWORD });
    const cookie = page.headers.getSetCookie().find((line) => line.startsWith('centavo_session='))!;
    expect(cookie).toMatch(/^centavo_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect(browser.cookie('centavo_session')).not.toBe(planted);
  });

  it('sign-in requires the form token, a same-origin request and a form body', async () => {
    const { email } = await aDeveloper(service);
    const fields = { email, password: PASSWORD };
    const browser = new Browser(service.url);
    await browser.get('/developers/sign-in');
    expect((await browser.submit('/developers/sign-in', fields, { bare: true })).status).toBe(403);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      await browser.get('/developers/sign-in');
      expect((await browser.submit('/developers/sign-in', fields, { headers })).status).toBe(403);
    }
    await browser.get('/developers/sign-in');
    const json = await browser.submit('/developers/sign-in', fields, {
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
  });

  it('sign-in redirects only within the developer area', async () => {
    const { email } = await aDeveloper(service);
    for (const next of ['https://evil.example', '//evil.example', '/v1/workspace', '/oauth/consent/../../x']) {
      const browser = new Browser(service.url);
      await browser.get(`/developers/sign-in?next=${encodeURIComponent(next)}`);
      expect(browser.page!.text).not.toContain('evil.example');
      const page = await browser.submit('/developers/sign-in', { email, password: PASSWORD, next });
      expect(page.location).toBe('/developers/keys');
    }
  });

  it('rejects even the correct password after too many failed sign-ins to an account, in every process', async () => {
    const { email } = await aDeveloper(service);
    const browsers = [new Browser(service.url), new Browser(secondProcess.url)];
    const statuses = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const browser = browsers[attempt % 2]!;
      await browser.get('/developers/sign-in');
      statuses.push((await browser.submit('/developers/sign-in', { email, password: `no es la ${attempt}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const refused = browsers[0]!;
    await refused.get('/developers/sign-in');
    const page = await refused.submit('/developers/sign-in', { email, password: PASSWORD });
    expect([page.status, page.text.includes('Demasiados intentos')]).toEqual([429, true]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(1);
    await service.database.query('delete from identity_rate_windows');
  });

  it('successful sign-ins do not count toward the limit on failed sign-ins', async () => {
    const { email } = await aDeveloper(service);
    for (let attempt = 0; attempt < 8; attempt += 1) await signIn(service.url, email);
  });

  it('limits failed sign-ins that are sent concurrently', async () => {
    const { email } = await aDeveloper(service);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const browser = new Browser(service.url);
        await browser.get('/developers/sign-in');
        return (await browser.submit('/developers/sign-in', { email, password: 'no es esta frase' })).status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    await service.database.query('delete from identity_rate_windows');
  });
});

it('a signed-in session rejects the form token of a planted visitor cookie', async () => {
  const { browser } = await aDeveloper(service);
  const planter = new Browser(service.url);
  await planter.get('/developers/sign-in');
  const form_token = /name="form_token" value="([^"]+)"/.exec(planter.page!.text)![1]!;
  browser.setCookie('centavo_visit', planter.cookie('centavo_visit')!);
  for (const path of ['/developers/keys', '/developers/sign-in', '/developers/sign-out']) {
    expect((await browser.submit(path, { form_token, name: 'x', scope: 'read_write' }, { bare: true })).status).toBe(
      403,
    );
  }
});

it.each(['constructor', '__proto__', 'toString', 'valueOf'])(
  'pages show no notice for the unknown value ?done=%s',
  async (done) => {
    const { browser } = await aDeveloper(service);
    for (const path of ['/developers/account', '/developers/keys', '/developers/apps', '/developers/webhooks']) {
      const [plain, withNotice] = [await browser.get(path), await browser.get(`${path}?done=${done}`)];
      const notices = ({ text }: { text: string }) => text.match(/class="notice/g)?.length ?? 0;
      expect([path, notices(withNotice)]).toEqual([path, notices(plain)]);
    }
    expect((await new Browser(service.url).get(`/developers/sign-in?done=${done}`)).text).not.toContain(
      'class="notice',
    );
  },
);

describe('signing out', () => {
  it('sign-out ends the session in every process, even for copies of the cookie', async () => {
    const { browser } = await aDeveloper(service);
    const copy = new Browser(secondProcess.url);
    copy.setCookie('centavo_session', browser.cookie('centavo_session')!);
    expect((await copy.get('/developers/keys')).status).toBe(200);
    await browser.get('/developers/keys');
    await browser.submit('/developers/sign-out');
    expect(browser.cookie('centavo_session')).toBeUndefined();
    for (const path of ['keys', 'apps', 'account']) {
      expect((await copy.get(`/developers/${path}`)).location).toBe('/developers/sign-in');
    }
  });
});

describe('the password', () => {
  it('changing the password requires the current password and ends the other sessions', async () => {
    const { browser, email } = await aDeveloper(service);
    const otherSession = await signIn(service.url, email);
    const change = async (current: string, next: string) => {
      await browser.get('/developers/account');
      return browser.submit('/developers/account/password', { current, next });
    };
    expect((await change('no es la actual', 'otra frase muy larga')).text).toContain(
      'La contraseña actual no es correcta',
    );
    expect((await change(PASSWORD, 'corta')).status).toBe(400);
    await browser.follow(await change(PASSWORD, 'otra frase muy larga'));
    expect(browser.page!.text).toContain('Tu contraseña cambió');
    expect((await otherSession.get('/developers/keys')).status).toBe(303);
    expect((await browser.get('/developers/keys')).status).toBe(200);
    await signIn(service.url, email, 'otra frase muy larga');
  });

  it('an administrator can set or generate the password of a user', async () => {
    const email = address();
    const created = (await runCli(service.database, 'user', 'create', '--email', email)).json;
    expect(created).toMatchObject({ email, userId: expect.any(String), password: expect.stringMatching(/^.{24}$/) });
    const browser = await signIn(service.url, email, created.password);
    expect((await browser.get('/developers/keys')).status).toBe(200);
    expect((await browser.submit('/developers/keys', { name: 'x', scope: 'read_only' })).status).toBe(404);
    const reset = await runCli(service.database, 'user', 'reset-password', '--email', email, '--password', PASSWORD);
    expect(reset.json).toEqual({ userId: created.userId, email });
    expect((await browser.get('/developers/keys')).status).toBe(303);
    await signIn(service.url, email);
  });
});

describe('API keys', () => {
  it('a new API key is shown once and has the selected scope', async () => {
    const { browser } = await aDeveloper(service);
    await browser.get('/developers/keys');
    const page = await browser.submit('/developers/keys', { name: ' Contabilidad <b> ', scope: 'read_only' });
    const key = /svc_[0-9A-Za-z]{49}/.exec(page.text)![0];
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toContain(`curl ${service.url}/v1/workspace`);
    expect(page.text).not.toContain('<b> ');
    expect(statusAndCode(await service.client(key).get('/v1/workspace'))).toBe('200');
    expect(statusAndCode(await service.client(key).post('/v1/accounts', { name: 'x', typeId: 'cash' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    const list = (await browser.get('/developers/keys')).text;
    expect(list).toContain(`svc_…${key.slice(-4)}`);
    expect(list).not.toContain(key);
  });

  it('submitting the form twice creates one API key', async () => {
    const { browser } = await aDeveloper(service);
    await browser.get('/developers/keys');
    const form = browser.page!;
    await browser.submit('/developers/keys', { name: 'una', scope: 'read_only' });
    browser.page = form;
    const again = await browser.submit('/developers/keys', { name: 'una', scope: 'read_only' });
    expect(again.text).toContain('Esa llave ya se había creado');
    expect(again.text.match(/svc_…/g)).toHaveLength(1);
  });

  it.each([
    { name: '', scope: 'read_only' },
    { name: 'x'.repeat(121), scope: 'read_only' },
    { name: 'a\u0000b', scope: 'read_only' },
    { name: 'x', scope: 'admin' },
  ])('rejects a new API key with %j', async (fields) => {
    const { browser } = await aDeveloper(service);
    await browser.get('/developers/keys');
    expect((await browser.submit('/developers/keys', fields)).status).toBe(400);
    expect((await browser.get('/developers/keys')).text).toContain('Todavía no hay llaves');
  });

  it('revoking an API key requires a confirmation and takes effect immediately in every process', async () => {
    const { browser } = await aDeveloper(service);
    const { id, key } = await aKeyOf(browser, 'efímera', 'read_write');
    expect((await browser.get(`/developers/keys/${id}/revoke`)).text).toContain('No se puede deshacer');
    expect(statusAndCode(await secondProcess.client(key).get('/v1/workspace'))).toBe('200');
    await browser.follow(await browser.submit(`/developers/keys/${id}/revoke`));
    expect(browser.page!.text).toContain('La llave quedó revocada.');
    for (const at of [secondProcess, service])
      expect(statusAndCode(await at.client(key).get('/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
    expect((await browser.get(`/developers/keys/${id}/revoke`)).status).toBe(404);
  });

  it('a user can neither see nor revoke API keys of another user', async () => {
    const owner = await aDeveloper(service);
    const { id, key } = await aKeyOf(owner.browser, 'mía', 'read_write');
    const { browser } = await aDeveloper(service);
    expect((await browser.get('/developers/keys')).text).not.toContain('mía');
    expect((await browser.get(`/developers/keys/${id}/revoke`)).status).toBe(404);
    await browser.get('/developers/keys');
    const token = /name="form_token" value="([^"]+)"/.exec(browser.page!.text)![1]!;
    await browser.submit(`/developers/keys/${id}/revoke`, { form_token: token }, { bare: true });
    expect(statusAndCode(await service.client(key).get('/v1/workspace'))).toBe('200');
  });

  it('a bearer token cannot create API keys', async () => {
    const { browser } = await aDeveloper(service);
    const { key } = await aKeyOf(browser, 'una', 'read_write');
    const answer = await fetch(`${service.url}/developers/keys`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ name: 'x', scope: 'read_write' }),
    });
    expect(answer.status).toBe(403);
  });
});

describe('forms for new API keys and webhooks', () => {
  const FORMS = {
    keys: { path: '/developers/keys', table: 'identity_api_keys', fields: { name: 'una', scope: 'read_write' } },
    webhooks: {
      path: '/developers/webhooks',
      table: 'notifying_webhooks',
      fields: { url: 'https://hooks.example.com/x', types: '*' },
    },
  };
  const fieldOf = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)![1]!;
  const countOf = async (table: string, id: string) =>
    (await service.database.query(`select from ${table} where id = $1`, [id])).length;

  it.each(Object.entries(FORMS))(
    'the form for new %s rejects record IDs that the server did not issue to the user',
    async (_, form) => {
      const [victim, stranger] = [(await aDeveloper(service)).browser, (await aDeveloper(service)).browser];
      await victim.get(form.path);
      const record = fieldOf(victim.page!.text, 'record');
      await victim.submit(form.path, form.fields);
      const ids = await service.database.query<{ id: string }>(`select id from ${form.table} order by id desc limit 1`);
      for (const forged of [{ record }, { record: ids[0]!.id }, { record: '' }, { record: 'x'.repeat(2_000) }]) {
        await stranger.get(form.path);
        const page = await stranger.submit(form.path, { ...form.fields, ...forged });
        expect(page.status).toBe(403);
      }
      await stranger.get(form.path);
      await stranger.submit(form.path, { ...form.fields, id: ids[0]!.id });
      expect(await countOf(form.table, ids[0]!.id)).toBe(1);
    },
  );

  it.each(Object.entries(FORMS))(
    'submitting the form for new %s several times at once creates one record',
    async (_, form) => {
      const { browser } = await aDeveloper(service);
      await browser.get(form.path);
      const sent = Array.from({ length: 6 }, () => browser.submit(form.path, form.fields));
      const pages = await Promise.all(sent);
      expect(pages.filter(({ text }) => /svc_[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/=]{44}/.test(text))).toHaveLength(1);
      const list = await browser.get(form.path);
      expect(list.text.match(/(keys|webhooks)\/[0-9a-f-]{36}/g)).toHaveLength(1);
    },
  );

  it.each(Object.entries(FORMS))(
    'the form for new %s is rejected after the user selects another workspace',
    async (_, form) => {
      const { browser, email } = await aDeveloper(service);
      const created = await runCli(
        service.database,
        'workspace',
        'create',
        '--name',
        'Negocio',
        '--owner-email',
        email,
      );
      await browser.get(form.path);
      const record = fieldOf(browser.page!.text, 'record');
      await browser.follow(await browser.submit('/developers/workspace', { workspace: created.json.workspaceId }));
      await browser.get(form.path);
      expect((await browser.submit(form.path, { ...form.fields, record })).status).toBe(403);
    },
  );

  it('two workspaces cannot have an API key with the same ID', async () => {
    const { id } = await aKeyOf((await aDeveloper(service)).browser, 'una', 'read_only');
    const otherWorkspace = await aWorkspace(service.database);
    const copies = (table: string) =>
      service.database.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('workspace_id', $2::uuid, 'key_hash', '\\x00'))).*
         from ${table} t where id = $1`,
        [id, otherWorkspace],
      );
    await expect(copies('identity_api_keys')).rejects.toMatchObject({ code: '23505' });
  });
});

describe('request log of API keys', () => {
  async function listWith(browser: Browser, requestId: string, query = ''): Promise<string> {
    const shown = async () => (await browser.get(`/developers/requests${query}`)).text.includes(requestId);
    await until(shown);
    return /<ul class="list">.*<\/ul>/s.exec(browser.page!.text)![0];
  }

  it('the request log shows the operation, status and request ID, but no content of requests', async () => {
    const { browser } = await aDeveloper(service);
    const { id, key } = await aKeyOf(browser, 'contabilidad', 'read_write');
    const call = (path: string, requestId: string, init: RequestInit = {}) =>
      fetch(service.url + path, { ...init, headers: { authorization: `Bearer ${key}`, 'x-request-id': requestId } });
    const unknown = newId();
    await call(`/v1/accounts/${unknown}`, 'uno');
    await call(`/v1/v1/transactions?q=secreto`, 'dos');
    await call(`/v1/${key}`, key);
    await call('/v1/accounts', 'cuatro', { method: 'POST', body: '{"name":"secreto"}' });
    const list = await listWith(browser, 'cuatro', `?key=${id}`);
    const rows = list.split('<li>').slice(1);
    const facts = rows.map((row) => [
      ...[...row.matchAll(/<(?:code|i)[^>]*>(.*?)<\//g)].map(([, word]) => word),
      ...[...row.matchAll(/class="badge[^>]*>(.*?)</g)].map(([, word]) => word),
    ]);
    expect(facts).toEqual([
      ['POST', '/v1/accounts', 'cuatro', '415'],
      ['GET', 'ninguna operación', 'svc_…', '404'],
      ['GET', '/v1/transactions', 'dos', '200'],
      ['GET', '/v1/accounts/{id}', 'uno', '404'],
    ]);
    const stored = await service.database.query('select * from identity_logged_requests where key_id = $1', [id]);
    for (const text of [browser.page!.text, JSON.stringify(stored)])
      for (const secret of ['secreto', key, unknown]) expect(text).not.toContain(secret);
  });

  it('finds the requests of all processes by request ID, but only for the owner of the workspace', async () => {
    const { browser } = await aDeveloper(service);
    const { key } = await aKeyOf(browser, 'una', 'read_only');
    const requestId = newId();
    for (const [at, id] of [
      [secondProcess, requestId],
      [service, newId()],
    ] as const)
      expect((await at.client(key).get('/v1/workspace', { headers: { 'x-request-id': id } })).status).toBe(200);
    const list = await listWith(browser, `<code class="mask">${requestId}`, `?request_id=${requestId}`);
    expect(list.split('<li>')).toHaveLength(2);
    const stranger = (await aDeveloper(service)).browser;
    await aKeyOf(stranger, 'otra', 'read_only');
    const page = await stranger.get(`/developers/requests?request_id=${requestId}`);
    expect([page.status, page.text.includes('Ninguna llave de este espacio')]).toEqual([200, true]);
    expect((await stranger.get('/developers/requests?key=x&before=y&request_id=%00')).status).toBe(200);
  });

  it('the request log keeps requests for seven days and shows 50 per page', async () => {
    const { browser } = await aDeveloper(service);
    const { id } = await aKeyOf(browser, 'una', 'read_only');
    await service.database.query(
      `insert into identity_logged_requests (workspace_id, key_id, id, at, method, path, status, request_id)
       select workspace_id, id, ('019aa0c2-7d1e-7c43-9a57-' || lpad(n::text, 12, '0'))::uuid,
         now() - case when n = 1 then interval '7 days' else interval '1 day' end, 'GET', '/v1/workspace', 200, 'n' || n
       from identity_api_keys, generate_series(1, 60) n where id = $1`,
      [id],
    );
    const shown = (text: string) => [...text.matchAll(/class="mask">(n\d+)</g)].map(([, name]) => name);
    const first = await browser.get('/developers/requests');
    expect([shown(first.text).length, shown(first.text)[0], shown(first.text).at(-1)]).toEqual([50, 'n60', 'n11']);
    const older = /href="([^"]+before=[^"]+)"/.exec(first.text)![1]!.replaceAll('&amp;', '&');
    expect(shown((await browser.get(older)).text)).toEqual(['n10', 'n9', 'n8', 'n7', 'n6', 'n5', 'n4', 'n3', 'n2']);
  });

  it('writes the request log in batches', async () => {
    const { browser } = await aDeveloper(service);
    const { id, key } = await aKeyOf(browser, 'ruidosa', 'read_only');
    const api = service.client(key);
    const writeCount = async () =>
      Number(
        (
          await service.database.query(
            `select count(distinct xmin::text)::int as count from identity_logged_requests where key_id = $1`,
            [id],
          )
        )[0]!.count,
      );
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 80 }, () => api.get('/v1/workspace')));
    const count = `select count(*)::int as count from identity_logged_requests where key_id = $1`;
    await until(async () => Number((await service.database.query(count, [id]))[0]!.count) >= 200);
    expect(await writeCount()).toBeLessThan(10);
  });
});

describe('owners of several workspaces', () => {
  it('an owner can switch workspaces, but not to a workspace of another owner', async () => {
    const { browser, email } = await aDeveloper(service);
    const created = await runCli(service.database, 'workspace', 'create', '--name', 'Negocio', '--owner-email', email);
    await browser.get('/developers/keys');
    await browser.follow(await browser.submit('/developers/workspace', { workspace: created.json.workspaceId }));
    const { key } = await aKeyOf(browser, 'del negocio', 'read_only');
    expect((await service.client(key).get('/v1/workspace')).body.name).toBe('Negocio');
    const stranger = await aDeveloper(service);
    await stranger.browser.get('/developers/account');
    const token = /name="form_token" value="([^"]+)"/.exec(stranger.browser.page!.text)![1]!;
    const fields = { form_token: token, workspace: created.json.workspaceId as string };
    expect((await stranger.browser.submit('/developers/workspace', fields, { bare: true })).status).toBe(404);
  });
});

describe('demo workspaces', () => {
  it('creates and selects a complete demo workspace', async () => {
    const { browser } = await aDeveloper(service);
    await browser.get('/developers/keys');
    await browser.follow(await browser.submit('/developers/demo-workspace'));
    expect(browser.page!.text).toContain('El espacio de demostración está listo y seleccionado');
    expect([...browser.page!.text.matchAll(/<option/g)]).toHaveLength(2);
    const api = service.client((await aKeyOf(browser, 'de prueba', 'read_write')).key);
    const workspace = (await api.get('/v1/workspace')).body;
    expect(workspace).toMatchObject({ name: 'Casa Demo', baseCurrency: 'MXN' });
    const { unconverted, byCurrency } = (await api.get('/v1/net-worth')).body;
    expect([unconverted, byCurrency.map(({ currency }: { currency: string }) => currency)]).toEqual([
      [],
      expect.arrayContaining(['MXN', 'USD']),
    ]);
    const imports = (await api.get('/v1/imports')).body as { status: string }[];
    expect(imports.map(({ status }) => status).sort()).toEqual(['committed', 'draft']);
    expect(await service.database.query('select from fx_feed_rates')).toEqual([]);
    const verified = await runCli(service.database, 'ledger', 'verify', '--workspace', workspace.id as string);
    expect(verified.json).toMatchObject({ drift: [] });
  });

  it('creating a demo workspace requires the form token, and fails for a user with ten workspaces', async () => {
    const { browser, email } = await aDeveloper(service);
    await browser.get('/developers/keys');
    expect((await browser.submit('/developers/demo-workspace', {}, { bare: true })).status).toBe(403);
    for (let n = 1; n <= 9; n += 1)
      await service.database.query(
        `insert into identity_members (workspace_id, id, user_id, email, name, role, joined_at)
         select $2, ordered_id(extract(epoch from now())::bigint * 1000, $3), id, email, 'x', 'owner', now() from identity_users where email = $1`,
        [email, await aWorkspace(service.database), n],
      );
    await browser.get('/developers/keys');
    await browser.follow(await browser.submit('/developers/demo-workspace'));
    expect(browser.page!.text).toContain('Ya tienes 10 espacios');
  });
});

describe('the pages of the developer area', () => {
  it.each(['/developers', '/developers/sign-in', '/developers/sign-up'])(
    '%s is in Spanish, can switch to English and does not load external resources',
    async (path) => {
      const browser = new Browser(service.url);
      const page = await browser.get(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain('<html lang="es-MX">');
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(page.text).not.toMatch(/<script(?![^>]* src="\/developers\/assets\/)|<style| style="| on\w+="/);
      const addresses = [...page.text.matchAll(/(?:src|href|action)="([^"]+)"/g)].map(([, address]) => address!);
      expect(addresses.filter((address) => !/^[/#]|^data:,$/.test(address))).toEqual([]);
      expect((await browser.get(`${path}?lang=en`)).text).toContain('<html lang="en">');
      expect((await browser.get(path)).text).toContain('<html lang="en">');
      expect((await browser.get(`${path}?lang=es`)).text).toContain('<html lang="es-MX">');
    },
  );

  it('styles and scripts have immutable URLs', async () => {
    const { text } = await new Browser(service.url).get('/developers');
    for (const [, path] of text.matchAll(/"(\/developers\/assets\/[^"]+)"/g)) {
      const asset = await fetch(`${service.url}${path}`);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await fetch(`${service.url}/developers/assets/__proto__`)).status).toBe(404);
  });

  it('rejects a form body that is too large', async () => {
    const { browser } = await aDeveloper(service);
    await browser.get('/developers/keys');
    expect((await browser.submit('/developers/keys', { name: 'x'.repeat(20_000), scope: 'read_only' })).status).toBe(
      413,
    );
  });
});
