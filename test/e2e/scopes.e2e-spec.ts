import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { aDraft } from '../../libs/importing/test/statements.js';
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
const HELD: readonly string[] = [...FINE_SCOPES, 'read_only', 'read_write'];
/** Calls each operation with every n-th scope that does not allow it, to save time. */
const REFUSED_SHARE = sized(4, 1);
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

/** Topics by path prefix. The longest matching prefix wins. */
const TOPIC_OF_PATH: Readonly<Record<string, string>> = {
  '/v1/accounts': 'accounts',
  '/v1/transactions': 'transactions',
  '/v1/categories': 'transactions',
  '/v1/tags': 'transactions',
  '/v1/budgets': 'budgets',
  '/v1/schedules': 'budgets',
  '/v1/installments': 'budgets',
  '/v1/contacts': 'contacts',
  '/v1/files': 'files',
  '/v1/invoices': 'invoices',
  '/v1/taxpayers': 'invoices',
  '/v1/goals': 'goals',
  '/v1/household': 'members',
  '/v1/tandas': 'goals',
  '/v1/books': 'books',
  '/v1/assertions': 'books',
  '/v1/rules': 'rules',
  '/v1/imports': 'imports',
  '/v1/exchange-rates': 'rates',
  '/v1/reports': 'reports',
  '/v1/net-worth': 'reports',
  '/v1/forecast': 'reports',
  '/v1/webhooks': 'webhooks',
  '/v1/members': 'members',
  '/v1/invitations': 'members',
  '/v1/workspace': 'workspace',
};
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'get /v1/account-types': [],
  'get /v1/events': READING_SCOPES.filter((scope) => scope !== 'reports:read'),
  'get /v1/audit-log': READING_SCOPES,
  'get /v1/export': READING_SCOPES,
  'get /v1/accounts/{id}/assertions': ['books:read'],
  'post /v1/accounts/{id}/assertions': ['books:write'],
  'post /v1/accounts/{id}/card-statements/{cutOff}/pay': ['transactions:write'],
  'post /v1/tandas/{id}/rounds/{number}/record': ['goals:write', 'transactions:write'],
  'post /v1/transactions/{id}/files': ['files:write'],
  'post /v1/invoices/{id}/record': ['invoices:write', 'transactions:write'],
  'get /v1/reports/deductions': ['invoices:read'],
  'delete /v1/transactions/{id}/files/{fileId}': ['files:write'],
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
function allows(granted: string): ReadonlySet<string> {
  if (granted === 'read_write') return new Set(FINE_SCOPES);
  return new Set(granted === 'read_only' ? READING_SCOPES : [granted, reading(granted)]);
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly documented: readonly string[];
  readonly hasDryRun: boolean;
}

async function operations(): Promise<Operation[]> {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-required-scopes': string[]; parameters?: { name: string }[] }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-required-scopes': documented, parameters = [] }]) => ({
      ...{ method, path, documented },
      hasDryRun: parameters.some(({ name }) => name === 'dryRun'),
    })),
  );
}

/** True if the service rejects the client's scopes. Uses unknown IDs, because the service checks scopes first. */
async function isRefused(client: Client, method: string, path: string, query = ''): Promise<boolean> {
  const address = path.replaceAll(/\{\w+\}/g, CREDENTIAL_ID) + query;
  const answered = await client.send(method.toUpperCase(), address, method === 'get' ? undefined : {});
  if (answered.status !== 403) return false;
  expect(answered.body).toMatchObject({ code: 'AUTH_INSUFFICIENT_SCOPE' });
  return true;
}

describe('the matrix of scopes and operations', () => {
  it('the OpenAPI document lists the required scopes of each operation', async () => {
    for (const { method, path, documented } of await operations()) {
      expect([method, path, [...documented].sort()]).toEqual([method, path, [...neededFor(method, path)].sort()]);
    }
  });

  it.each(HELD)(
    'a token with only the scope %s can call the operations of that scope and no others',
    async (granted) => {
      const client = await holding(granted);
      const allowed = allows(granted);
      const turn = HELD.indexOf(granted);
      for (const [at, { method, path, hasDryRun }] of (await operations()).entries()) {
        // Emptying the trash would delete the test data, and an export is slow.
        if (path === '/v1/transactions/trash' || path === '/v1/export') continue;
        if (path === '/v1/events') continue;
        const needed = neededFor(method, path);
        const isAllowed = needed.every((scope) => allowed.has(scope));
        const mayPreview = needed.every((scope) => allowed.has(reading(scope)));
        if (!mayPreview && (at + turn) % REFUSED_SHARE !== 0) continue;
        expect([method, path, await isRefused(client, method, path)]).toEqual([method, path, !isAllowed]);
        if (!hasDryRun) continue;
        expect([method, path, 'dry', await isRefused(client, method, path, '?dryRun=true')]).toEqual([
          method,
          path,
          'dry',
          !mayPreview,
        ]);
      }
    },
  );

  it('names the missing scope in WWW-Authenticate', async () => {
    const challenge = async (client: Client, method: string, path: string) =>
      (await client.send(method, path, method === 'GET' ? undefined : {})).headers['www-authenticate'];
    const narrow = await holding('accounts:read');
    const challengeFor = (scope: string) => `Bearer error="insufficient_scope", scope="${scope}"`;
    expect(await challenge(narrow, 'GET', '/v1/transactions')).toBe(challengeFor('transactions:read'));
    expect(await challenge(narrow, 'POST', '/v1/accounts')).toBe(challengeFor('accounts:write'));
    expect(await challenge(narrow, 'POST', `/v1/rules/${CREDENTIAL_ID}/apply`)).toBe(
      challengeFor('rules:write transactions:write'),
    );
    expect(await challenge(await holding('rules:write'), 'POST', `/v1/rules/${CREDENTIAL_ID}/apply`)).toBe(
      challengeFor('transactions:write'),
    );
    expect(await challenge(await holding('read_only'), 'POST', '/v1/accounts')).toBe(challengeFor('read_write'));
  });
});

describe('scopes of the event feed', () => {
  it('the feed contains only events of subjects that the token can read', async () => {
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

  it('accepts a cursor from a token that reads only part of the feed', async () => {
    const client = await holding('contacts:write');
    const first = ok(await client.get('/v1/events?limit=1'));
    ok(await client.post('/v1/contacts', { name: `Beto ${Date.now()}` }));
    const next = ok(await client.get(`/v1/events?limit=200&cursor=${first.nextCursor}`));
    expect(next.items.at(-1)).toMatchObject({ type: 'contact.created' });
  });
});

describe('a response with data of several scopes', () => {
  let account: { readonly id: string };
  let categoryId: string;
  let contactId: string;
  let lent: object;

  beforeAll(async () => {
    const all = await holding('read_write');
    account = ok(await all.post('/v1/accounts', { name: 'Secreta', typeId: 'cash', openingBalance: '70.00' }));
    categoryId = ok(await all.post('/v1/categories', { name: `Cine ${Date.now()}`, kind: 'expense' })).id;
    contactId = ok(await all.post('/v1/contacts', { name: `Ana ${Date.now()}` })).id;
    ok(await all.post('/v1/budgets', { categoryId, amount: '100.00', repeat: 'month' }));
    const splits = [
      { amount: '2.00', categoryId },
      { amount: '3.00', type: 'lent', contactId },
    ];
    const date = new Date().toISOString().slice(0, 10);
    lent = { accountId: account.id, type: 'expense', amount: '5.00', date, description: 'Cine', splits };
  });

  it.each([
    ['transactions:read', []],
    ['transactions:write', []],
    ['transactions:read reports:read', ['netWorth']],
    ['transactions:read accounts:read', ['accounts']],
    ['transactions:read budgets:write', ['budgets']],
    ['transactions:read contacts:read', ['contacts']],
    ['read_only', ['netWorth', 'accounts', 'budgets', 'contacts']],
  ])('a dry run with the scopes %s returns only the effects that the scopes allow', async (scope, visible) => {
    const client = await holding(scope);
    const { effects } = ok(await client.post('/v1/transactions?dryRun=true', lent));
    const visibleParts = (['netWorth', 'accounts', 'budgets', 'contacts'] as const).filter((part) =>
      Array.isArray(effects[part]) ? effects[part].length > 0 : effects[part] !== null,
    );
    expect([visibleParts, effects.transactions.created]).toEqual([visible, 1]);
  });

  it('returns the balances of an import only with accounts:read', async () => {
    const all = await holding('read_write');
    const csv = 'Fecha,Descripción,Importe,Saldo\n2026-11-02,Cine,-5.00,65.00\n2026-11-03,Café,-6.00,59.00\n';
    const { id } = await aDraft(all, account.id, csv);
    const path = `/v1/imports/${id}` as const;
    const hidden = { accountBalance: null, accountBalanceAfter: null, difference: null };
    const preview = await (await holding('imports:read')).post(`${path}/commit?dryRun=true`, {});
    expect(ok(preview).result).toMatchObject({ balanceBefore: null, balanceAfter: null, accounts: [] });
    const committed = ok(await (await holding('imports:write')).post(`${path}/commit`, {}));
    expect(committed).toMatchObject({ balanceBefore: null, balanceAfter: null, accounts: [], transactionsCreated: 2 });
    expect(committed.reconciliation).toMatchObject({ closingBalance: '59.00', ...hidden });
    const full = ok(await (await holding('imports:read accounts:read')).get(path));
    expect(full).toMatchObject({
      balanceBefore: '70.00',
      balanceAfter: '59.00',
      accounts: [{ accountId: account.id }],
    });
    expect(ok(await (await holding('imports:write')).post(`${path}/undo`, {}))).toMatchObject({
      ...{ balanceBefore: null, balanceAfter: null, accounts: [] },
      transactionsRemoved: 2,
    });
  });

  it('does not replay a response to a token with other scopes', async () => {
    const all = await holding('read_write');
    const drafted = (n: number) =>
      aDraft(all, account.id, `Fecha,Descripción,Importe,Saldo\n2026-11-0${n},Pan ${n},-1.00,70.00\n`);
    const commit = async (id: string, scope: string, key: string) =>
      (await holding(scope)).post(`/v1/imports/${id}/commit`, {}, { headers: { 'idempotency-key': key } });
    const [first, second] = [await drafted(4), await drafted(5)];
    expect(ok(await commit(first.id, 'read_write', first.id)).balanceBefore).not.toBeNull();
    for (const scope of ['imports:write', 'imports:write accounts:read'])
      expect(statusAndCode(await commit(first.id, scope, first.id))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(ok(await commit(second.id, 'imports:write', second.id)).balanceBefore).toBeNull();
    const again = await commit(second.id, 'imports:write', second.id);
    expect([ok(again).balanceBefore, again.headers['idempotency-replayed']]).toEqual([null, 'true']);
    expect(statusAndCode(await commit(second.id, 'read_write', second.id))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  it('paying a computed card amount requires accounts:read, and without that scope a payment does not reveal the card’s name', async () => {
    const all = await holding('read_write');
    const day = (daysAgo: number) => {
      const date = new Date();
      date.setUTCDate(date.getUTCDate() - daysAgo);
      return date.toISOString().slice(0, 10);
    };
    const card = ok(
      await all.post('/v1/accounts', {
        ...{ name: 'Oro de Ana', typeId: 'credit_card', openingDate: day(100) },
        card: { creditLimit: '50000.00', cutOffDay: 7, payFromAccountId: account.id },
      }),
    );
    const bought = { accountId: card.id, type: 'expense', amount: '321.00', date: day(70), description: 'Tele' };
    ok(await all.post('/v1/transactions', bought));
    const { items } = ok(await all.get(`/v1/accounts/${card.id}/card-statements`));
    const { cutOff } = items.find(({ remaining }) => remaining === '321.00')!;
    const pay = async (scope: string, amount: string, query = '?dryRun=true') =>
      (await holding(scope)).post(`/v1/accounts/${card.id}/card-statements/${cutOff}/pay${query}`, { amount });
    for (const amount of ['total', 'minimum', 'avoidInterest']) {
      for (const [scope, query] of [
        ['transactions:read', '?dryRun=true'],
        ['transactions:write', '?dryRun=true'],
        ['transactions:write', ''],
      ] as const) {
        const refused = await pay(scope, amount, query);
        expect(statusAndCode(refused)).toBe('403 AUTH_INSUFFICIENT_SCOPE');
        expect(refused.headers['www-authenticate']).toContain('accounts:read');
      }
    }
    expect(JSON.stringify(ok(await pay('transactions:read', '10.00')))).not.toContain('Oro');
    const full = ok(await pay('transactions:read accounts:read', 'total'));
    expect(JSON.stringify(full)).toContain('Pago de Oro de Ana');
    expect(ok(await pay('transactions:write', '10.00', ''))).toMatchObject({ description: 'Pago de tarjeta' });
  });

  it('returns the transactions of a budget only with transactions:read', async () => {
    const all = await holding('read_write');
    ok(await all.post('/v1/transactions', lent));
    const [budget] = ok(await all.get('/v1/budgets')).filter(({ category }) => category.id === categoryId);
    const path = `/v1/budgets/${budget!.id}/explain` as const;
    expect(ok(await (await holding('budgets:read')).get(path))).toMatchObject({ spent: '2.00', items: [] });
    const [item] = ok(await (await holding('budgets:read transactions:read')).get(path)).items;
    expect(item).toMatchObject({ description: 'Cine', counted: '2.00' });
  });

  it('an error names the account only if the token has accounts:read', async () => {
    const all = await holding('read_write');
    const { id } = ok(await all.post('/v1/accounts', { name: 'Nómina de Ana', typeId: 'cash' }));
    const movement = { accountId: id, type: 'income', amount: '5.00', date: '2026-11-20', description: 'x' };
    const entered = ok(await all.post('/v1/transactions', movement));
    ok(await all.post(`/v1/accounts/${id}/archive`));
    const refused = async (scope: string) =>
      (await (await holding(scope)).delete(`/v1/transactions/${entered.id}`)).body as unknown as { detail: string };
    expect((await refused('transactions:write')).detail).toBe('An account of the transactions is not active.');
    expect((await refused('transactions:write accounts:read')).detail).toBe('The account Nómina de Ana is not active.');
  });
});

describe('scopes of webhooks', () => {
  const url = 'https://hooks.example.com/x';

  it('requires the read scopes of all event types of a webhook', async () => {
    const narrow = await holding('webhooks:write');
    const challenge = async (client: Client, types: string[]) =>
      (await client.post('/v1/webhooks', { url, types })).headers['www-authenticate'] ?? 'created';
    const challengeFor = (scope: string) => `Bearer error="insufficient_scope", scope="${scope}"`;
    expect(await challenge(narrow, ['webhook.*'])).toBe('created');
    expect(await challenge(narrow, ['account.balance_low'])).toBe(challengeFor('accounts:read'));
    expect(await challenge(narrow, ['tag.*', 'schedule.overdue'])).toBe(challengeFor('transactions:read budgets:read'));
    expect(await challenge(narrow, ['*'])).toContain('accounts:read');
    const contacts = await holding('webhooks:write contacts:read');
    expect(await challenge(contacts, ['contact.*', 'webhook.created'])).toBe('created');
    expect(await challenge(contacts, ['*'])).not.toContain('contacts:read');
  });

  it('an edit of a webhook requires the read scopes of its old and new event types', async () => {
    const all = await holding('read_write');
    const contacts = await holding('webhooks:write contacts:write');
    const { id } = ok(await all.post('/v1/webhooks', { url, types: ['*'] }));
    const path = `/v1/webhooks/${id}` as const;
    for (const edit of [{ url: `${url}/y` }, { types: ['contact.*'] }, { description: 'x' }, { status: 'paused' }]) {
      expect(statusAndCode(await contacts.patch(path, edit))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    }
    expect(ok(await all.get(path))).toMatchObject({ url, types: ['*'], status: 'active' });
    ok(await all.patch(path, { types: ['contact.created'] }));
    expect(ok(await contacts.patch(path, { url: `${url}/y` })).url).toBe(`${url}/y`);
    expect(statusAndCode(await contacts.patch(path, { types: ['rule.*'] }))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });
});

describe('permissions on the consent page', () => {
  it('issues a token without the permissions that the user removed', async () => {
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
  ])('the consent form sets the expiry of the grant for the duration %s', async (duration, days) => {
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

  it('rejects a token after the grant duration that the user chose', async () => {
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

  it('rejects an unsupported duration', async () => {
    await open(browser, await begin(app, 'rates:read'));
    const { path } = browser.page!;
    expect((await browser.submit(path, { decision: 'allow', duration: '400d' })).status).toBe(400);
  });
});
