import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newApiKey } from '../../libs/identity/src/keys/api-key.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView } from './support/answers.js';
import { publishedDocument } from './support/openapi-document.js';
import type { Answer, Client } from './support/client.js';
import { aContact, aHousehold, aKey, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
import type { Household } from './support/household.js';
import { until } from './support/until.js';

let service: ApiProcess;
let secondProcess: ApiProcess;
let home: Household;

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'debug' } });
  secondProcess = await startApi({ database: service.database });
  home = await aHousehold(service);
});
afterAll(async () => {
  await secondProcess.stop();
  await service.stop();
});

describe('API keys', () => {
  it('an API key grants access to its workspace', async () => {
    expect(ok(await home.api.get('/v1/workspace')).id).toBe(home.workspaceId);
  });

  it('an API key consists of svc_ and 49 base62 characters', () => {
    expect(home.key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
  });

  it('rejects an API key if any of its characters is changed', async () => {
    for (let at = 0; at < home.key.length; at += 4) {
      const wrong = home.key.slice(0, at) + (home.key[at] === 'x' ? 'y' : 'x') + home.key.slice(at + 1);
      expect(statusAndCode(await service.client(wrong).get('/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
    }
  });

  it('rejects an API key with a correct checksum that was never issued', async () => {
    expect(statusAndCode(await service.client(newApiKey()).get('/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('accepts an API key only in the Authorization header, as a bearer token', async () => {
    const anonymous = service.client();
    const header = (authorization: string | string[]) => anonymous.get('/v1/workspace', { headers: { authorization } });
    for (const value of [`bearer ${home.key}`, `Bearer  ${home.key}`, `BEARER    ${home.key}`])
      expect(statusAndCode(await header(value))).toBe('200');
    for (const value of [
      home.key,
      `Basic ${home.key}`,
      `Bearer`,
      `Bearer `,
      `Bearer  ${home.key} x`,
      `Bearer ${home.key}x`,
      `Bearer ${home.key},`,
      `Token ${home.key}`,
      `Bearer "${home.key}"`,
      '',
    ]) {
      expect(statusAndCode(await header(value))).toBe('401 AUTH_INVALID_TOKEN');
    }
    for (const name of ['access_token', 'token', 'api_key'])
      expect(statusAndCode(await anonymous.get(`/v1/workspace?${name}=${home.key}`))).toBe('401 AUTH_INVALID_TOKEN');
    expect(
      statusAndCode(await anonymous.post('/v1/accounts', { access_token: home.key, name: 'A', typeId: 'cash' })),
    ).toBe('401 AUTH_INVALID_TOKEN');
    expect(
      statusAndCode(
        await anonymous.post('/v1/accounts', undefined, {
          raw: `access_token=${home.key}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ),
    ).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('returns the same error for tokens that are invalid for different reasons', async () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwic2NvcGUiOiJyZWFkX3dyaXRlIn0.';
    const details = new Set<string>();
    for (const token of [jwt, 'x', 'svc_', `svc_${'a'.repeat(49)}`, 'svc_ñ', "' or 1=1 --", 'a'.repeat(6000)]) {
      const answer = await service.client(Buffer.from(token).toString('latin1')).get('/v1/workspace');
      expect(statusAndCode(answer)).toBe('401 AUTH_INVALID_TOKEN');
      details.add(answer.body.detail!);
    }
    expect(details.size).toBe(1);
  });

  it('every process rejects an API key immediately after its revocation', async () => {
    const { id, key } = await aKey(service.database, home.workspaceId);
    const clients = [service.client(key), secondProcess.client(key)];
    for (const client of clients) expect(statusAndCode(await client.get('/v1/workspace'))).toBe('200');
    await service.database.query('update identity_api_keys set revoked_at = now() where id = $1', [id]);
    for (const client of clients) {
      const answer = await client.get('/v1/workspace');
      expect([statusAndCode(answer), answer.headers['www-authenticate']]).toEqual([
        '401 AUTH_INVALID_TOKEN',
        `Bearer error="invalid_token", resource_metadata="${client.url}/.well-known/oauth-protected-resource"`,
      ]);
    }
    expect(statusAndCode(await home.api.get('/v1/workspace'))).toBe('200');
  });

  it('stores the time of the last use of an API key', async () => {
    const { id, key } = await aKey(service.database, home.workspaceId);
    await service.client(key).get('/v1/workspace');
    // The service stores the last use after it sends the response.
    const lastUse = `select from identity_api_keys where id = $1 and last_used_at > created_at`;
    await until(async () => (await service.database.query(lastUse, [id])).length === 1);
  });

  it('stores only the SHA-256 and last four characters of an API key, and never logs the key', async () => {
    const [row] = await service.database.query<{ text: string; key_hash: Buffer; last_four: string }>(
      'select k::text as text, key_hash, last_four from identity_api_keys k where workspace_id = $1 order by id limit 1',
      [home.workspaceId],
    );
    expect(row!.key_hash.equals(createHash('sha256').update(home.key).digest())).toBe(true);
    expect(row!.last_four).toBe(home.key.slice(-4));
    expect(row!.text).not.toContain(home.key.slice(4, 12));
    expect([...service.log, ...secondProcess.log].join('\n')).not.toContain(home.key.slice(4, 12));
  });
});

describe('read-only keys', () => {
  const READS = [
    'workspace',
    'account-types',
    'accounts',
    'accounts/:account',
    'categories',
    'categories/:category',
    'transactions',
    'transactions/trash',
    'transactions/:transaction',
    'net-worth',
    'exchange-rates/latest?quote=MXN',
  ];
  const WRITES: [string, string][] = [
    ['PATCH', 'workspace'],
    ['POST', 'accounts'],
    ['PATCH', 'accounts/:account'],
    ['DELETE', 'accounts/:account'],
    ['POST', 'accounts/:account/archive'],
    ['POST', 'accounts/:account/restore'],
    ['POST', 'accounts/:account/close'],
    ['POST', 'accounts/:account/reopen'],
    ['POST', 'categories'],
    ['PATCH', 'categories/:category'],
    ['DELETE', 'categories/:category'],
    ['POST', 'transactions'],
    ['PATCH', 'transactions/:transaction'],
    ['DELETE', 'transactions/:transaction'],
    ['POST', 'transactions/:transaction/restore'],
    ['DELETE', 'transactions/:transaction/permanently'],
    ['DELETE', 'transactions/trash'],
  ];
  let reader: Client;
  let filled: (path: string) => string;

  beforeAll(async () => {
    reader = service.client((await aKey(service.database, home.workspaceId, 'read_only')).key);
    const account = await anAccount(home.api);
    const ids: Record<string, string> = {
      account: account.id,
      category: ok(await home.api.get('/v1/categories'))[0]!.id,
      transaction: (await aTransaction(home.api, { accountId: account.id })).id,
    };
    filled = (path) => `/v1/${path.replace(/:(\w+)/, (_, name: string) => ids[name]!)}`;
  });

  it.each(READS)('a read-only key can GET and HEAD %s', async (path) => {
    expect(statusAndCode(await reader.get(filled(path)))).toBe('200');
    expect((await reader.send('HEAD', filled(path))).status).toBe(200);
  });

  it.each(WRITES)('a read-only key cannot %s %s', async (method, path) => {
    expect(statusAndCode(await reader.send(method, filled(path)))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(statusAndCode(await reader.send(method, filled(path), { name: 'x' }))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });

  it('every operation that requires a write scope rejects a read-only key', async () => {
    const { paths } = await publishedDocument(service.url);
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith('/v1/')) continue;
      for (const [method, { 'x-required-scopes': scopes }] of Object.entries(operations)) {
        if (!scopes.some((scope) => scope.endsWith(':write'))) continue;
        const answer = await reader.send(method.toUpperCase(), path.replace(/\{[^}]+\}/g, UNKNOWN_ID), undefined, {
          raw: 'x',
        });
        expect(`${method} ${path} ${statusAndCode(answer)}`).toBe(`${method} ${path} 403 AUTH_INSUFFICIENT_SCOPE`);
      }
    }
  });
});

describe('access from another workspace', () => {
  let otherHome: Household;
  let foreignIds: Record<'account' | 'category' | 'transaction' | 'trashed' | 'contact', string>;
  let ownAccount: AccountView;
  let before: unknown[];

  const everything = async () => {
    const { api } = otherHome;
    return [
      ok(await api.get('/v1/accounts?status=all')),
      ok(await api.get('/v1/categories')),
      ok(await api.get('/v1/transactions?updatedSince=2000-01-01T00:00:00Z')),
      ok(await api.get('/v1/workspace')),
    ];
  };

  beforeAll(async () => {
    otherHome = await aHousehold(service);
    const account = await anAccount(otherHome.api, { openingBalance: '77.00' });
    const contact = await aContact(service.database, otherHome.workspaceId);
    const category = ok(await otherHome.api.post('/v1/categories', { name: 'Suya', kind: 'expense' })).id;
    const trashed = await aTransaction(otherHome.api, { accountId: account.id });
    await otherHome.api.delete(`/v1/transactions/${trashed.id}`);
    foreignIds = {
      account: account.id,
      category,
      contact,
      trashed: trashed.id,
      transaction: (await aTransaction(otherHome.api, { accountId: account.id, categoryId: category })).id,
    };
    ownAccount = await anAccount(home.api);
    before = await everything();
  });

  it('returns 404 for IDs from another workspace in the path', async () => {
    const { api } = home;
    const responses: [Answer, string][] = [
      [await api.get(`/v1/accounts/${foreignIds.account}`), 'ACCOUNT'],
      [await api.patch(`/v1/accounts/${foreignIds.account}`, { name: 'x' }), 'ACCOUNT'],
      [await api.delete(`/v1/accounts/${foreignIds.account}`), 'ACCOUNT'],
      ...(await Promise.all(
        ['archive', 'restore', 'close', 'reopen'].map(async (action): Promise<[Answer, string]> => [
          await api.post(`/v1/accounts/${foreignIds.account}/${action}`),
          'ACCOUNT',
        ]),
      )),
      [await api.get(`/v1/categories/${foreignIds.category}`), 'CATEGORY'],
      [await api.patch(`/v1/categories/${foreignIds.category}`, { name: 'x' }), 'CATEGORY'],
      [await api.delete(`/v1/categories/${foreignIds.category}`), 'CATEGORY'],
      [await api.get(`/v1/transactions/${foreignIds.transaction}`), 'TRANSACTION'],
      [await api.patch(`/v1/transactions/${foreignIds.transaction}`, { description: 'x' }), 'TRANSACTION'],
      [await api.delete(`/v1/transactions/${foreignIds.transaction}`), 'TRANSACTION'],
      [await api.get(`/v1/transactions/${foreignIds.trashed}`), 'TRANSACTION'],
      [await api.post(`/v1/transactions/${foreignIds.trashed}/restore`), 'TRANSACTION'],
      [await api.delete(`/v1/transactions/${foreignIds.trashed}/permanently`), 'TRANSACTION'],
    ];
    expect(responses.map(([answer]) => statusAndCode(answer))).toEqual(
      responses.map(([, resource]) => `404 ${resource}_NOT_FOUND`),
    );
  });

  it('rejects IDs from another workspace in the body', async () => {
    const { api } = home;
    const post = (fields: Record<string, unknown>) =>
      api.post('/v1/transactions', {
        accountId: ownAccount.id,
        type: 'expense',
        date: '2026-01-01',
        amount: '2.00',
        description: 'x',
        ...fields,
      });
    const own = await aTransaction(api, { accountId: ownAccount.id });
    const responses = [
      await post({ accountId: foreignIds.account }),
      await post({ categoryId: foreignIds.category }),
      await post({ type: 'lent', contactId: foreignIds.contact }),
      await post({ type: 'transfer', toAccountId: foreignIds.account }),
      await post({ splits: [{ amount: '1.00', categoryId: foreignIds.category }, { amount: '1.00' }] }),
      await post({ splits: [{ amount: '1.00', type: 'lent', contactId: foreignIds.contact }, { amount: '1.00' }] }),
      await api.patch(`/v1/transactions/${own.id}`, { accountId: foreignIds.account }),
      await api.patch(`/v1/transactions/${own.id}`, { categoryId: foreignIds.category }),
      await api.post('/v1/categories', { name: 'x', kind: 'expense', parentId: foreignIds.category }),
      await api.patch(`/v1/categories/${ok(await api.get('/v1/categories'))[0]!.id}`, {
        parentId: foreignIds.category,
      }),
      await api.delete(`/v1/categories/${ok(await api.get('/v1/categories'))[1]!.id}?moveTo=${foreignIds.category}`),
    ];
    expect(responses.map(statusAndCode)).toEqual(responses.map(() => '422 REFERENCE_NOT_FOUND'));
  });

  it('filters and lists do not return data of another workspace', async () => {
    const { api } = home;
    for (const [name, id] of [
      ['accountId', foreignIds.account],
      ['categoryId', foreignIds.category],
      ['contactId', foreignIds.contact],
    ]) {
      expect(ok(await api.get(`/v1/transactions?${name}=${id}`)).items).toEqual([]);
    }
    const lists = [
      await api.get('/v1/accounts?status=all'),
      await api.get('/v1/categories'),
      await api.get('/v1/transactions?limit=200'),
      await api.get('/v1/transactions/trash'),
      await api.get('/v1/net-worth'),
    ];
    for (const { text } of lists) for (const id of Object.values(foreignIds)) expect(text).not.toContain(id);
  });

  it('requests from one workspace do not change another workspace', async () => {
    await home.api.delete('/v1/transactions/trash');
    expect(await everything()).toEqual(before);
  });
});
