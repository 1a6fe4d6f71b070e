import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { Client } from './support/client.js';
import { aKey, anAccount, aHousehold, aTransaction, UNKNOWN_ID } from './support/household.js';
import type { Household } from './support/household.js';
import { until } from './support/until.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: ApiProcess;
let home: Household;
let api: Client;
let reader: Client;
let anonymous: Client;

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'info' } });
  home = await aHousehold(service);
  api = home.api;
  anonymous = service.client();
  reader = service.client((await aKey(service.database, home.workspaceId, 'read_only')).key);
});
afterAll(() => service.stop());

describe('request paths', () => {
  it('a path that starts with /v1/v1 reaches the same handler as with a single /v1', async () => {
    expect((await api.get('/v1/v1/workspace')).body).toEqual((await api.get('/v1/workspace')).body);
    expect(statusAndCode(await api.post('/v1/v1/accounts', { name: 'Doble', typeId: 'cash' }))).toBe('200');
    expect(statusAndCode(await api.get('/v1/v1/accounts?status=all'))).toBe('200');
  });

  it('returns 404 for a path that starts with /v1/v1/v1', async () => {
    expect(statusAndCode(await api.get('/v1/v1/v1/workspace'))).toBe('404 ROUTE_NOT_FOUND');
    expect(statusAndCode(await anonymous.get('/v1/v1/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/v1',
    '/v1/v1/',
    '/v1/accounts/',
    '/v1//accounts',
    '/v1/Accounts',
    '/v1/accounts/x/y/z',
  ])('requires a token and then returns 404 for the unknown path %s', async (path) => {
    expect(statusAndCode(await anonymous.get(path))).toBe('401 AUTH_INVALID_TOKEN');
    expect(statusAndCode(await api.get(path))).toBe('404 ROUTE_NOT_FOUND');
  });

  it.each(['/v1/accounts/%', '/v1/accounts/%ff', '/v1/accounts/%00'])(
    'requires a token and then returns 404 for the undecodable path %s',
    async (path) => {
      expect(statusAndCode(await anonymous.get(path))).toBe('401 AUTH_INVALID_TOKEN');
      expect(statusAndCode(await api.get(path))).toBe('404 ACCOUNT_NOT_FOUND');
    },
  );

  it.each(['/v2/accounts', '/accounts', '/v10', '/v1x/accounts', '/favicon.ico', '/.env'])(
    'returns 404 without a token for the unknown path %s outside /v1',
    async (path) => {
      expect(statusAndCode(await anonymous.get(path))).toBe('404 ROUTE_NOT_FOUND');
    },
  );

  it.each([
    '/V1/accounts',
    '/v1/%61ccounts',
    '/%761/accounts',
    '/v1%2Faccounts',
    '/v1;/accounts',
    '/v1/./accounts',
    '/v1/../v1/accounts',
    '//v1/accounts',
    '/v1/accounts;a=b',
    '/v1/accounts%00',
    '/v1/accounts/%',
    '/v1/%',
    '/%',
    '/v1/accounts/%E0%A4%A',
    '/v1/transactions/trash/',
    '/V1/V1/accounts',
    '/v1/v1//accounts',
    '/v1/v1/v1',
  ])('returns 401 or 404 for %s without a token', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect([401, 404]).toContain((await anonymous.send(method, path)).status);
    }
  });

  it.each(['/v1/accounts/%', '/v1/accounts/%E0%A4%A', '/v1/transactions/%FF'])(
    'returns 404 for the undecodable path %s',
    async (path) => {
      expect((await api.get(path)).status).toBe(404);
    },
  );

  it('does not redirect paths with a trailing slash or an unknown version', async () => {
    for (const path of ['/v1/accounts/', '/v1', '/docs/', '/v1/v1/v1/accounts']) {
      const { status, headers } = await api.get(path);
      expect([status < 300 || status > 399, headers.location]).toEqual([true, undefined]);
    }
  });
});

describe('the allowed methods of a path', () => {
  it.each([
    ['PUT', '/v1/accounts', 'GET, HEAD, POST'],
    ['DELETE', '/v1/accounts', 'GET, HEAD, POST'],
    ['POST', `/v1/accounts/${UNKNOWN_ID}`, 'DELETE, GET, HEAD, PATCH'],
    ['GET', `/v1/accounts/${UNKNOWN_ID}/archive`, 'POST'],
    ['POST', '/v1/workspace', 'GET, HEAD, PATCH'],
    ['POST', '/v1/net-worth', 'GET, HEAD'],
    ['DELETE', '/v1/v1/account-types', 'GET, HEAD'],
    ['PROPFIND', '/v1/accounts', 'GET, HEAD, POST'],
    ['TRACE', '/v1/accounts', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/accounts', 'GET, HEAD, POST'],
    ['GET', '/v1/rules/preview', 'POST'],
    ['PUT', '/v1/rules/preview', 'POST'],
    ['PATCH', '/v1/transactions/trash', 'DELETE, GET, HEAD'],
    ['PUT', '/v1/v1/transactions/trash', 'DELETE, GET, HEAD'],
  ])('lists the allowed methods in the response to %s %s', async (method, path, allowed) => {
    const answer = await api.send(method, path);
    expect([statusAndCode(answer), answer.headers.allow]).toEqual(['405 METHOD_NOT_ALLOWED', allowed]);
    // Browsers send preflight requests without a key.
    const unknown = method === 'OPTIONS' ? '405 METHOD_NOT_ALLOWED' : '401 AUTH_INVALID_TOKEN';
    expect(statusAndCode(await anonymous.send(method, path))).toBe(unknown);
    expect(statusAndCode(await reader.send(method, path))).toBe('405 METHOD_NOT_ALLOWED');
  });

  it('a path without parameters allows only its own methods, not those of a matching path with an ID', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const methodsOf = (path: string) => Object.keys(paths[path]!).map((method) => method.toUpperCase());
    const fixed = Object.keys(paths).filter((path) => {
      const patterns = Object.keys(paths).filter((template) => template.includes('{'));
      return (
        !path.includes('{') &&
        patterns.some((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      );
    });
    expect(fixed).toEqual(expect.arrayContaining(['/v1/rules/preview', '/v1/transactions/trash']));
    for (const path of fixed) {
      const own = methodsOf(path).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (candidate) => !own.includes(candidate),
      )) {
        const { status, headers } = await reader.send(method, path, {});
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, own.sort().join(', ')]);
      }
    }
  });

  it('HEAD returns the headers of GET without a body', async () => {
    for (const path of ['/v1/workspace', '/v1/accounts', '/v1/transactions?limit=3']) {
      const [head, get] = [await reader.send('HEAD', path), await reader.get(path)];
      expect([head.status, head.text, head.headers['content-type'], head.headers.etag]).toEqual([
        200,
        '',
        get.headers['content-type'],
        get.headers.etag,
      ]);
    }
    expect((await reader.send('HEAD', `/v1/accounts/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await anonymous.send('HEAD', '/v1/accounts')).status).toBe(401);
  });
});

describe('a request with several errors', () => {
  const malformed = { raw: '{"name":' };
  let account: { id: string };
  beforeAll(async () => {
    account = await anAccount(api);
  });

  it('reports a missing token before any other error', async () => {
    for (const [method, path] of [
      ['POST', '/v1/accounts'],
      ['PUT', '/v1/accounts'],
      ['PATCH', '/v1/nothing'],
      ['GET', '/v1/accounts?x=1'],
    ] as const) {
      expect(statusAndCode(await anonymous.send(method, path, undefined, malformed))).toBe('401 AUTH_INVALID_TOKEN');
    }
  });

  it('reports an unknown route or method before a missing scope', async () => {
    expect(statusAndCode(await reader.post('/v1/nothing', undefined, malformed))).toBe('404 ROUTE_NOT_FOUND');
    expect(statusAndCode(await reader.put('/v1/accounts?x=1', undefined, malformed))).toBe('405 METHOD_NOT_ALLOWED');
  });

  it('reports a missing scope before a malformed ID in the path, and the ID before the body', async () => {
    expect(statusAndCode(await reader.patch('/v1/accounts/nope?x=1', undefined, malformed))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    expect(statusAndCode(await api.patch('/v1/accounts/nope?x=1', undefined, malformed))).toBe('404 ACCOUNT_NOT_FOUND');
  });

  it('reports a malformed query or body before an unknown ID', async () => {
    expect(statusAndCode(await api.patch(`/v1/accounts/${UNKNOWN_ID}?x=1`, { name: 'A' }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(statusAndCode(await api.patch(`/v1/accounts/${UNKNOWN_ID}`, undefined, malformed))).toBe(
      '400 REQUEST_MALFORMED',
    );
    expect(statusAndCode(await api.patch(`/v1/accounts/${UNKNOWN_ID}`, { name: 1 }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await api.patch(`/v1/transactions/${UNKNOWN_ID}`, { amount: '1.234' }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(
      statusAndCode(
        await api.post('/v1/transactions', {
          accountId: UNKNOWN_ID,
          type: 'transfer',
          date: '2026-01-01',
          amount: '1',
          description: 'x',
        }),
      ),
    ).toBe('400 VALIDATION_FAILED');
  });

  it('reports missing resources before the state of existing resources', async () => {
    expect(statusAndCode(await api.patch(`/v1/accounts/${UNKNOWN_ID}`, { name: 'A' }))).toBe('404 ACCOUNT_NOT_FOUND');
    await api.post(`/v1/accounts/${account.id}/archive`);
    const intoArchived = {
      accountId: account.id,
      type: 'expense',
      date: '2026-01-01',
      amount: '1.00',
      description: 'x',
    };
    expect(statusAndCode(await api.post('/v1/transactions', { ...intoArchived, categoryId: UNKNOWN_ID }))).toBe(
      '422 REFERENCE_NOT_FOUND',
    );
    expect(statusAndCode(await api.post('/v1/transactions', intoArchived))).toBe('409 ACCOUNT_NOT_ACTIVE');
  });

  it('reports a malformed body before it reports that the transaction is in the trash', async () => {
    const account = await anAccount(api);
    const { id } = await aTransaction(api, { accountId: account.id });
    await api.delete(`/v1/transactions/${id}`);
    expect(statusAndCode(await api.patch(`/v1/transactions/${id}`, { amount: 5 }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await api.patch(`/v1/transactions/${id}`, { description: 'x' }))).toBe(
      '409 TRANSACTION_IN_TRASH',
    );
  });
});

describe('an ID in a path', () => {
  it.each([
    'nope',
    '0',
    UNKNOWN_ID.toUpperCase(),
    `${UNKNOWN_ID} `,
    `{${UNKNOWN_ID}}`,
    UNKNOWN_ID.replaceAll('-', ''),
    '00000000-0000-0000-0000-000000000000',
    '9b2e8a3c-1f4d-4a6b-8c7d-0e1f2a3b4c5d',
    '%00',
    'null',
    "'; drop table ledger_accounts; --",
    '..%2f..%2fetc',
    'é',
  ])('returns 404 for the malformed ID %s', async (id) => {
    const path = id.startsWith('%') || id.includes('%2f') ? id : encodeURIComponent(id);
    expect(statusAndCode(await api.get(`/v1/accounts/${path}`))).toBe('404 ACCOUNT_NOT_FOUND');
    expect(statusAndCode(await api.delete(`/v1/transactions/${path}`))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(statusAndCode(await api.patch(`/v1/categories/${path}`, { name: 'X' }))).toBe('404 CATEGORY_NOT_FOUND');
    expect(statusAndCode(await api.post(`/v1/transactions/${path}/restore`))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(statusAndCode(await api.delete(`/v1/transactions/${path}/permanently`))).toBe('404 TRANSACTION_NOT_FOUND');
  });

  it('returns 404 for an unknown ID of an account, transaction or category', async () => {
    for (const [method, path] of [
      ['GET', `accounts/${UNKNOWN_ID}`],
      ['PATCH', `accounts/${UNKNOWN_ID}`],
      ['DELETE', `accounts/${UNKNOWN_ID}`],
      ['POST', `accounts/${UNKNOWN_ID}/archive`],
      ['POST', `accounts/${UNKNOWN_ID}/restore`],
      ['POST', `accounts/${UNKNOWN_ID}/close`],
      ['POST', `accounts/${UNKNOWN_ID}/reopen`],
      ['GET', `transactions/${UNKNOWN_ID}`],
      ['PATCH', `transactions/${UNKNOWN_ID}`],
      ['DELETE', `transactions/${UNKNOWN_ID}`],
      ['POST', `transactions/${UNKNOWN_ID}/restore`],
      ['DELETE', `transactions/${UNKNOWN_ID}/permanently`],
      ['GET', `categories/${UNKNOWN_ID}`],
      ['PATCH', `categories/${UNKNOWN_ID}`],
      ['DELETE', `categories/${UNKNOWN_ID}`],
    ] as const) {
      expect(`${path} ${(await api.send(method, `/v1/${path}`)).status}`).toBe(`${path} 404`);
    }
  });
});

describe('an X-Request-Id', () => {
  it.each(['a', 'A-Z_a.z-09', 'x'.repeat(128), '..'])('uses and returns the valid X-Request-Id %s', async (id) => {
    const answers = [
      await api.get('/v1/workspace', { headers: { 'x-request-id': id } }),
      await anonymous.get('/v1/workspace', { headers: { 'x-request-id': id } }),
      await anonymous.get('/nothing', { headers: { 'x-request-id': id } }),
    ];
    expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual([id, id, id]);
    expect(answers[1]!.body.requestId).toBe(id);
  });

  it.each(['', ' ', 'x'.repeat(129), 'a b', 'a/b', 'ñ', 'a\tb', '"quoted"', '<script>', 'a,b'])(
    'replaces the invalid X-Request-Id %s',
    async (id) => {
      const { headers } = await api.get('/v1/workspace', {
        headers: { 'x-request-id': Buffer.from(id).toString('latin1') },
      });
      expect(headers['x-request-id']).toMatch(UUID_V7);
    },
  );

  it('replaces an X-Request-Id that is sent twice', async () => {
    const { headers } = await api.get('/v1/workspace', { headers: { 'x-request-id': ['one', 'two'] } });
    expect(headers['x-request-id']).toMatch(UUID_V7);
  });

  it('logs each request with its ID at level info', async () => {
    await api.get('/v1/workspace', { headers: { 'x-request-id': 'find-me-in-the-log' } });
    const logLines = () => service.log.filter((line) => line.includes('find-me-in-the-log'));
    await until(() => logLines().length > 0);
    const lines = logLines().map((line) => JSON.parse(line));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 30,
      requestId: 'find-me-in-the-log',
      method: 'GET',
      path: '/v1/workspace',
      status: 200,
    });
  });

  it.each([
    ['taxpayer', '/v1/taxpayers/XIQB891116QE4'],
    ['doubled-version', '/v1/v1/TAXPAYERS/XIQB891116QE4'],
    ['invitation', '/Invitations/XIQB891116QE4'],
  ])('masks personal data and tokens in the path of a request (%s)', async (id, path) => {
    await api.get(path, { headers: { 'x-request-id': id } });
    await until(() => service.log.some((line) => line.includes(`"${id}"`)));
    expect(service.log.join('\n')).not.toContain('XIQB891116QE4');
  });

  it('does not log API keys', () => {
    expect(service.log.join('\n')).not.toContain(home.key.slice(4, 20));
  });
});

describe('response headers', () => {
  it('responses are JSON in UTF-8 and do not reveal the server software', async () => {
    const { headers } = await api.get('/v1/accounts');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect([headers['x-powered-by'], headers.server]).toEqual([undefined, undefined]);
  });

  it.each(['/v1/workspace', '/v1/nothing', '/nothing'])('sends the security headers for %s', async (path) => {
    const { headers } = await anonymous.get(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('does not send CORS headers for another origin', async () => {
    const { headers } = await api.get('/v1/workspace', { headers: { origin: 'https://evil.example' } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('a 401 response requests a bearer token, and has error="invalid_token" if the token is invalid', async () => {
    const without = await anonymous.get('/v1/workspace');
    const withBad = await service.client('nonsense').get('/v1/workspace');
    const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource"`;
    expect(without.headers['www-authenticate']).toBe(`Bearer ${metadata}`);
    expect(withBad.headers['www-authenticate']).toBe(`Bearer error="invalid_token", ${metadata}`);
    expect(without.body.detail).toBe(withBad.body.detail);
    expect(without.body.detail).toBe(
      'The API key or access token is missing, invalid or revoked. Send a valid one as `Authorization: Bearer`.',
    );
    expect(without.body).toMatchObject({ title: 'Unauthorized', status: 401 });
    expect(without.body.type).toMatch(/\/problems\/auth-invalid-token$/);
  });

  it('a 403 response names the required scope', async () => {
    const { headers, body } = await reader.post('/v1/accounts', { name: 'A', typeId: 'cash' });
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="read_write"');
    expect(body).toMatchObject({ code: 'AUTH_INSUFFICIENT_SCOPE', title: 'Forbidden' });
  });
});

describe('an ETag', () => {
  it('returns a strong ETag for a single resource, and 304 for the current version', async () => {
    const account = await anAccount(api);
    const path = `/v1/accounts/${account.id}` as const;
    const { headers } = await api.get(path);
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    for (const ifNoneMatch of [headers.etag!, `"other", ${headers.etag}`, '*', `W/${headers.etag}`]) {
      const again = await api.get(path, { headers: { 'if-none-match': ifNoneMatch } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await api.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('the ETag changes when the resource changes', async () => {
    const account = await anAccount(api);
    const path = `/v1/accounts/${account.id}` as const;
    const before = (await api.get(path)).headers.etag!;
    await api.patch(path, { name: 'Otra' });
    const after = await api.get(path, { headers: { 'if-none-match': before } });
    expect([after.status, after.headers.etag === before]).toEqual([200, false]);
  });

  it('transactions and the workspace have an ETag', async () => {
    const account = await anAccount(api);
    const { id } = await aTransaction(api, { accountId: account.id });
    for (const path of ['/v1/workspace', `/v1/transactions/${id}`]) {
      const { headers } = await api.get(path);
      expect((await api.get(path, { headers: { 'if-none-match': headers.etag! } })).status).toBe(304);
    }
  });
});

describe('response bodies', () => {
  it('returns every documented field of accounts and transactions, with null for missing values', async () => {
    const account = await anAccount(api, { name: 'Completa' });
    expect(Object.keys(account).sort()).toEqual([
      'alertThreshold',
      'apy',
      'balance',
      'bank',
      'card',
      'createdAt',
      'currency',
      'fixedRate',
      'free',
      'fxMode',
      'id',
      'name',
      'openingBalance',
      'openingDate',
      'setAside',
      'status',
      'type',
      'updatedAt',
    ]);
    expect(account).toMatchObject({ bank: null, card: null, apy: null, alertThreshold: null, fixedRate: null });
    const transaction = await aTransaction(api, { accountId: account.id });
    expect(Object.keys(transaction)).toEqual([
      'id',
      'accountId',
      'type',
      'status',
      'date',
      'description',
      'amount',
      'currency',
      'signedAmount',
      'category',
      'contactId',
      'transfer',
      'splits',
      'tags',
      'notes',
      'externalId',
      'importId',
      'scheduleId',
      'goalId',
      'paidBy',
      'shares',
      'fileCount',
      'invoiceIds',
      'baseAmount',
      'baseRate',
      'createdAt',
      'updatedAt',
      'deletedAt',
      'purgeAt',
    ]);
    expect(transaction).toMatchObject({
      category: null,
      contactId: null,
      transfer: null,
      splits: [],
      notes: null,
      externalId: null,
      importId: null,
      scheduleId: null,
      goalId: null,
      paidBy: null,
      shares: [],
      deletedAt: null,
      purgeAt: null,
    });
    expect(transaction.id).toMatch(UUID_V7);
    for (const instant of [transaction.createdAt, account.createdAt])
      expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('returns every field of the workspace', async () => {
    const { body } = await reader.get('/v1/workspace');
    expect(body).toEqual({
      id: home.workspaceId,
      name: 'Casa',
      baseCurrency: 'MXN',
      plan: 'free',
      createdAt: expect.any(String),
    });
  });
});
