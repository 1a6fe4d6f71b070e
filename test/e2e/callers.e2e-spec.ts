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
let other: ApiProcess;
let home: Household;

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'debug' } });
  other = await startApi({ database: service.database });
  home = await aHousehold(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

describe('an API key', () => {
  it('gives access to its workspace', async () => {
    expect(ok(await home.api.get('/v1/workspace')).id).toBe(home.workspaceId);
  });

  it('consists of svc_, 32 random bytes and a checksum in base62', () => {
    expect(home.key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
  });

  it('is rejected with any character changed, before a database lookup', async () => {
    for (let at = 0; at < home.key.length; at += 4) {
      const wrong = home.key.slice(0, at) + (home.key[at] === 'x' ? 'y' : 'x') + home.key.slice(at + 1);
      expect(statusAndCode(await service.client(wrong).get('/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
    }
  });

  it('is rejected if its checksum is correct but it was never issued', async () => {
    expect(statusAndCode(await service.client(newApiKey()).get('/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('is only accepted in the Authorization header, as a bearer token', async () => {
    const nobody = service.client();
    const header = (authorization: string | string[]) => nobody.get('/v1/workspace', { headers: { authorization } });
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
      expect(statusAndCode(await nobody.get(`/v1/workspace?${name}=${home.key}`))).toBe('401 AUTH_INVALID_TOKEN');
    expect(
      statusAndCode(await nobody.post('/v1/accounts', { access_token: home.key, name: 'A', typeId: 'cash' })),
    ).toBe('401 AUTH_INVALID_TOKEN');
    expect(
      statusAndCode(
        await nobody.post('/v1/accounts', undefined, {
          raw: `access_token=${home.key}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ),
    ).toBe('401 AUTH_INVALID_TOKEN');
  });

  it('all invalid tokens get the same error', async () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwic2NvcGUiOiJyZWFkX3dyaXRlIn0.';
    const details = new Set<string>();
    for (const token of [jwt, 'x', 'svc_', `svc_${'a'.repeat(49)}`, 'svc_ñ', "' or 1=1 --", 'a'.repeat(6000)]) {
      const answer = await service.client(Buffer.from(token).toString('latin1')).get('/v1/workspace');
      expect(statusAndCode(answer)).toBe('401 AUTH_INVALID_TOKEN');
      details.add(answer.body.detail!);
    }
    expect(details.size).toBe(1);
  });

  it('stops working on the next request after its revocation, in every process', async () => {
    const { id, key } = await aKey(service.database, home.workspaceId);
    const clients = [service.client(key), other.client(key)];
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

  it('stores its last use', async () => {
    const { id, key } = await aKey(service.database, home.workspaceId);
    await service.client(key).get('/v1/workspace');
    // The service records the use after it answers.
    const noted = `select from identity_api_keys where id = $1 and last_used_at > created_at`;
    await until(async () => (await service.database.query(noted, [id])).length === 1);
  });

  it('is stored as its SHA-256 and last four characters only, and never logged', async () => {
    const [row] = await service.database.query<{ text: string; key_hash: Buffer; last_four: string }>(
      'select k::text as text, key_hash, last_four from identity_api_keys k where workspace_id = $1 order by id limit 1',
      [home.workspaceId],
    );
    expect(row!.key_hash.equals(createHash('sha256').update(home.key).digest())).toBe(true);
    expect(row!.last_four).toBe(home.key.slice(-4));
    expect(row!.text).not.toContain(home.key.slice(4, 12));
    expect([...service.log, ...other.log].join('\n')).not.toContain(home.key.slice(4, 12));
  });
});

describe('a read-only key', () => {
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

  it.each(READS)('may GET and HEAD %s', async (path) => {
    expect(statusAndCode(await reader.get(filled(path)))).toBe('200');
    expect((await reader.send('HEAD', filled(path))).status).toBe(200);
  });

  it.each(WRITES)('may not %s %s', async (method, path) => {
    expect(statusAndCode(await reader.send(method, filled(path)))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(statusAndCode(await reader.send(method, filled(path), { name: 'x' }))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
  });

  it('is rejected wherever the OpenAPI document requires the write scope', async () => {
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

describe('another workspace', () => {
  let strangers: Household;
  let theirs: Record<'account' | 'category' | 'transaction' | 'trashed' | 'contact', string>;
  let mine: AccountView;
  let before: unknown[];

  const everything = async () => {
    const { api } = strangers;
    return [
      ok(await api.get('/v1/accounts?status=all')),
      ok(await api.get('/v1/categories')),
      ok(await api.get('/v1/transactions?updatedSince=2000-01-01T00:00:00Z')),
      ok(await api.get('/v1/workspace')),
    ];
  };

  beforeAll(async () => {
    strangers = await aHousehold(service);
    const account = await anAccount(strangers.api, { openingBalance: '77.00' });
    const contact = await aContact(service.database, strangers.workspaceId);
    const category = ok(await strangers.api.post('/v1/categories', { name: 'Suya', kind: 'expense' })).id;
    const trashed = await aTransaction(strangers.api, { accountId: account.id });
    await strangers.api.delete(`/v1/transactions/${trashed.id}`);
    theirs = {
      account: account.id,
      category,
      contact,
      trashed: trashed.id,
      transaction: (await aTransaction(strangers.api, { accountId: account.id, categoryId: category })).id,
    };
    mine = await anAccount(home.api);
    before = await everything();
  });

  it('finds nothing of this workspace by a path', async () => {
    const { api } = home;
    const tried: [Answer, string][] = [
      [await api.get(`/v1/accounts/${theirs.account}`), 'ACCOUNT'],
      [await api.patch(`/v1/accounts/${theirs.account}`, { name: 'x' }), 'ACCOUNT'],
      [await api.delete(`/v1/accounts/${theirs.account}`), 'ACCOUNT'],
      ...(await Promise.all(
        ['archive', 'restore', 'close', 'reopen'].map(async (action): Promise<[Answer, string]> => [
          await api.post(`/v1/accounts/${theirs.account}/${action}`),
          'ACCOUNT',
        ]),
      )),
      [await api.get(`/v1/categories/${theirs.category}`), 'CATEGORY'],
      [await api.patch(`/v1/categories/${theirs.category}`, { name: 'x' }), 'CATEGORY'],
      [await api.delete(`/v1/categories/${theirs.category}`), 'CATEGORY'],
      [await api.get(`/v1/transactions/${theirs.transaction}`), 'TRANSACTION'],
      [await api.patch(`/v1/transactions/${theirs.transaction}`, { description: 'x' }), 'TRANSACTION'],
      [await api.delete(`/v1/transactions/${theirs.transaction}`), 'TRANSACTION'],
      [await api.get(`/v1/transactions/${theirs.trashed}`), 'TRANSACTION'],
      [await api.post(`/v1/transactions/${theirs.trashed}/restore`), 'TRANSACTION'],
      [await api.delete(`/v1/transactions/${theirs.trashed}/permanently`), 'TRANSACTION'],
    ];
    expect(tried.map(([answer]) => statusAndCode(answer))).toEqual(tried.map(([, what]) => `404 ${what}_NOT_FOUND`));
  });

  it('finds nothing of this workspace by a body', async () => {
    const { api } = home;
    const post = (fields: Record<string, unknown>) =>
      api.post('/v1/transactions', {
        accountId: mine.id,
        type: 'expense',
        date: '2026-01-01',
        amount: '2.00',
        description: 'x',
        ...fields,
      });
    const own = await aTransaction(api, { accountId: mine.id });
    const tried = [
      await post({ accountId: theirs.account }),
      await post({ categoryId: theirs.category }),
      await post({ type: 'lent', contactId: theirs.contact }),
      await post({ type: 'transfer', toAccountId: theirs.account }),
      await post({ splits: [{ amount: '1.00', categoryId: theirs.category }, { amount: '1.00' }] }),
      await post({ splits: [{ amount: '1.00', type: 'lent', contactId: theirs.contact }, { amount: '1.00' }] }),
      await api.patch(`/v1/transactions/${own.id}`, { accountId: theirs.account }),
      await api.patch(`/v1/transactions/${own.id}`, { categoryId: theirs.category }),
      await api.post('/v1/categories', { name: 'x', kind: 'expense', parentId: theirs.category }),
      await api.patch(`/v1/categories/${ok(await api.get('/v1/categories'))[0]!.id}`, { parentId: theirs.category }),
      await api.delete(`/v1/categories/${ok(await api.get('/v1/categories'))[1]!.id}?moveTo=${theirs.category}`),
    ];
    expect(tried.map(statusAndCode)).toEqual(tried.map(() => '422 REFERENCE_NOT_FOUND'));
  });

  it('finds nothing of this workspace by a filter or in a list', async () => {
    const { api } = home;
    for (const [name, id] of [
      ['accountId', theirs.account],
      ['categoryId', theirs.category],
      ['contactId', theirs.contact],
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
    for (const { text } of lists) for (const id of Object.values(theirs)) expect(text).not.toContain(id);
  });

  it('requests of another workspace do not change this workspace', async () => {
    await home.api.delete('/v1/transactions/trash');
    expect(await everything()).toEqual(before);
  });
});
