import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { aDeveloper } from './support/browser.js';
import type { Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { ok } from './support/household.js';
import { sized } from './support/long-form.js';
import type { App } from './support/oauth-app.js';
import { anApp, answer, begin, connect, exchange, open } from './support/oauth-app.js';
import { FINE_SCOPES, READING_SCOPES } from './support/scopes.js';

const CREDENTIAL_ID = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';

let service: Service;
let browser: Browser;
let app: App;
/** What a token of a single scope holds. */
const HELD: readonly string[] = [...FINE_SCOPES, 'read_only', 'read_write'];
/** Each operation is refused to one in so many of the scopes that do not allow it, to others for each operation. */
const REFUSED_SHARE = sized(4, 1);
/** A client for each single scope, and for some together. */
const clients = new Map<string, Client>();

async function holding(scope: string): Promise<Client> {
  if (!clients.has(scope)) clients.set(scope, service.client((await connect(browser, app, scope)).access_token));
  return clients.get(scope)!;
}

beforeAll(async () => {
  service = await sharedApi();
  ({ browser } = await aDeveloper(service));
  app = await anApp(service.url);
  for (const scope of HELD) await holding(scope);
});
afterAll(() => service.stop());

/** What an operation reads or changes, by the start of its path; the longest that fits counts. */
const TOPIC_OF_PATH: Readonly<Record<string, string>> = {
  '/v1/accounts': 'accounts',
  '/v1/transactions': 'transactions',
  '/v1/categories': 'transactions',
  '/v1/tags': 'transactions',
  '/v1/budgets': 'budgets',
  '/v1/schedules': 'budgets',
  '/v1/installments': 'budgets',
  '/v1/contacts': 'contacts',
  '/v1/rules': 'rules',
  '/v1/imports': 'imports',
  '/v1/exchange-rates': 'rates',
  '/v1/reports': 'reports',
  '/v1/net-worth': 'reports',
  '/v1/forecast': 'reports',
  '/v1/webhooks': 'webhooks',
  '/v1/workspace': 'workspace',
};
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'get /v1/account-types': [],
  'get /v1/events': [],
  'get /v1/audit-log': READING_SCOPES,
  'get /v1/export': READING_SCOPES,
  'post /v1/accounts/{id}/card-statements/{cutOff}/pay': ['transactions:write'],
  'post /v1/rules/preview': ['rules:read', 'transactions:read'],
  'get /v1/rules/{id}/matches': ['rules:read', 'transactions:read'],
  'post /v1/rules/{id}/apply': ['rules:write', 'transactions:write'],
  'post /v1/rules/{id}/runs/{runId}/undo': ['rules:write', 'transactions:write'],
};

function neededFor(method: string, path: string): readonly string[] {
  const exception = EXCEPTIONS[`${method} ${path}`];
  if (exception !== undefined) return exception;
  const [, topic] = Object.entries(TOPIC_OF_PATH).find(([start]) => path === start || path.startsWith(`${start}/`))!;
  return [`${topic}:${method === 'get' ? 'read' : 'write'}`];
}

const reading = (scope: string) => scope.replace(':write', ':read');
/** What a single scope allows. */
function allows(held: string): ReadonlySet<string> {
  if (held === 'read_write') return new Set(FINE_SCOPES);
  return new Set(held === 'read_only' ? READING_SCOPES : [held, reading(held)]);
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly documented: readonly string[];
  readonly isTried: boolean;
}

async function operations(): Promise<Operation[]> {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-required-scopes': string[]; parameters?: { name: string }[] }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-required-scopes': documented, parameters = [] }]) => ({
      ...{ method, path, documented },
      isTried: parameters.some(({ name }) => name === 'dryRun'),
    })),
  );
}

/** Asks for an operation on nothing there is: whatever is answered, it comes after the scope was looked at. */
async function isRefused(client: Client, method: string, path: string, query = ''): Promise<boolean> {
  const address = path.replaceAll(/\{\w+\}/g, CREDENTIAL_ID) + query;
  const answered = await client.send(method.toUpperCase(), address, method === 'get' ? undefined : {});
  if (answered.status !== 403) return false;
  expect(answered.body).toMatchObject({ code: 'AUTH_INSUFFICIENT_SCOPE' });
  return true;
}

describe('the matrix of scopes and operations', () => {
  it('is what the document says of each operation', async () => {
    for (const { method, path, documented } of await operations()) {
      expect([method, path, [...documented].sort()]).toEqual([method, path, [...neededFor(method, path)].sort()]);
    }
  });

  it.each(HELD)('holds for a token with %s alone', async (held) => {
    const client = await holding(held);
    const allowed = allows(held);
    const turn = HELD.indexOf(held);
    for (const [at, { method, path, isTried }] of (await operations()).entries()) {
      // Everything that was made since would go, and a file takes its time.
      if (path === '/v1/transactions/trash' || path === '/v1/export') continue;
      if (path === '/v1/events') continue;
      const needed = neededFor(method, path);
      const wanted = needed.every((scope) => allowed.has(scope));
      const mayTry = needed.every((scope) => allowed.has(reading(scope)));
      if (!mayTry && (at + turn) % REFUSED_SHARE !== 0) continue;
      expect([method, path, await isRefused(client, method, path)]).toEqual([method, path, !wanted]);
      if (!isTried) continue;
      expect([method, path, 'dry', await isRefused(client, method, path, '?dryRun=true')]).toEqual([
        method,
        path,
        'dry',
        !mayTry,
      ]);
    }
  });

  it('says which scope is missing', async () => {
    const challenge = async (client: Client, method: string, path: string) =>
      (await client.send(method, path, method === 'GET' ? undefined : {})).headers['www-authenticate'];
    const narrow = await holding('accounts:read');
    const says = (scope: string) => `Bearer error="insufficient_scope", scope="${scope}"`;
    expect(await challenge(narrow, 'GET', '/v1/transactions')).toBe(says('transactions:read'));
    expect(await challenge(narrow, 'POST', '/v1/accounts')).toBe(says('accounts:write'));
    expect(await challenge(narrow, 'POST', `/v1/rules/${CREDENTIAL_ID}/apply`)).toBe(
      says('rules:write transactions:write'),
    );
    expect(await challenge(await holding('rules:write'), 'POST', `/v1/rules/${CREDENTIAL_ID}/apply`)).toBe(
      says('transactions:write'),
    );
    expect(await challenge(await holding('read_only'), 'POST', '/v1/accounts')).toBe(says('read_write'));
  });
});

describe('the feed of events', () => {
  it('tells a token of the subjects that it may read', async () => {
    const all = await holding('read_write');
    const since = ok(await all.get('/v1/events?from=now')).nextCursor;
    ok(await all.post('/v1/contacts', { name: `Ana ${Date.now()}` }));
    const account = ok(await all.post('/v1/accounts', { name: `Caja ${Date.now()}`, typeId: 'cash' }));
    ok(
      await all.post('/v1/transactions', {
        type: 'expense',
        accountId: account.id,
        amount: '5.00',
        date: '2026-11-20',
        description: 'Pan',
      }),
    );
    const typesFor = async (scope: string, query = '') => {
      const client = await holding(scope);
      const items = ok(await client.get(`/v1/events?limit=200${query}`)).items as { type: string }[];
      return new Set(items.map(({ type }) => type.split('.')[0]));
    };
    expect(ok(await all.get(`/v1/events?cursor=${since}`)).items.length).toBeGreaterThanOrEqual(3);
    expect(await typesFor('contacts:read')).toEqual(new Set(['contact']));
    expect(await typesFor('transactions:write')).toEqual(new Set(['transaction']));
    expect(await typesFor('accounts:read', '&types=account.*')).toEqual(new Set(['account']));
    const refused = await (await holding('accounts:read')).get('/v1/events?types=account.*,contact.created');
    expect([statusAndCode(refused), refused.headers['www-authenticate']]).toEqual([
      '403 AUTH_INSUFFICIENT_SCOPE',
      'Bearer error="insufficient_scope", scope="contacts:read"',
    ]);
    expect(statusAndCode(await (await holding('reports:read')).get('/v1/events'))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });

  it('goes on by its cursor for a token that reads part of it', async () => {
    const client = await holding('contacts:write');
    const first = ok(await client.get('/v1/events?limit=1'));
    ok(await client.post('/v1/contacts', { name: `Beto ${Date.now()}` }));
    const next = ok(await client.get(`/v1/events?limit=200&cursor=${first.nextCursor}`));
    expect(next.items.at(-1)).toMatchObject({ type: 'contact.created' });
  });
});

describe('the person at the consent page', () => {
  it('takes single permissions away, and the token says what is left', async () => {
    const begun = await begin(app, 'accounts:write transactions:read offline_access');
    const page = await open(browser, begun);
    expect([...page.text.matchAll(/type="checkbox" name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'accounts:read',
      'transactions:read',
      'accounts:write',
    ]);
    const tokens = await exchange(app, begun, await answer(browser, 'allow', {}, ['accounts:write']));
    expect([tokens.scope, decodeJwt(tokens.access_token)['scope']]).toEqual(
      Array(2).fill('transactions:read accounts:read'),
    );
    const client = service.client(tokens.access_token);
    expect(statusAndCode(await client.get('/v1/accounts'))).toBe('200');
    expect(statusAndCode(await client.post('/v1/accounts', { name: 'X', typeId: 'cash' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    const { text } = await browser.get('/developers/apps');
    expect(text).toContain('Ve: Cuentas y tarjetas, Movimientos, categorías y etiquetas');
  });

  it.each([
    ['until', null],
    ['1d', 1],
    ['30d', 30],
  ])('lets the app in for %s', async (duration, days) => {
    const begun = await begin(app, 'rates:read');
    const { text } = await open(browser, begun);
    expect(text).toContain(`value="until" checked`);
    const { scope } = await exchange(app, begun, await answer(browser, 'allow', { duration }));
    expect(scope).toBe('rates:read');
    const [row] = await service.database.query<{ days: number | null }>(
      `select round(extract(epoch from expires_at - created_at) / 86400)::int as days from identity_grants order by id desc limit 1`,
    );
    expect(row!.days).toBe(days);
  });

  it('ends it when the time is over', async () => {
    const begun = await begin(app, 'rates:read offline_access');
    await open(browser, begun);
    const tokens = await exchange(app, begun, await answer(browser, 'allow', { duration: '1d' }));
    const client = service.client(tokens.access_token);
    expect(statusAndCode(await client.get('/v1/exchange-rates'))).toBe('200');
    await service.database.query(
      `update identity_grants set expires_at = now() where id = (select max(id::text)::uuid from identity_grants)`,
    );
    expect(statusAndCode(await client.get('/v1/exchange-rates'))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('cannot answer with a time of their own', async () => {
    await open(browser, await begin(app, 'rates:read'));
    const { path } = browser.page!;
    expect((await browser.submit(path, { decision: 'allow', duration: '400d' })).status).toBe(400);
  });
});
