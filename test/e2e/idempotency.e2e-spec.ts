import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiProcess, Service } from './support/api-process.js';
import { sharedApi, startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView } from './support/answers.js';
import type { Answer, Client } from './support/client.js';
import type { Household } from './support/household.js';
import { aHousehold, aKey, anAccount, balanceOf, ok, everyItem, UNKNOWN_ID } from './support/household.js';

let service: Service;
let twin: ApiProcess;
let home: Household;
/** Two processes that share a database, called with the same API key. */
let api: Client;
let there: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
  twin = await startApi({ database: service.database });
});
afterAll(async () => {
  await twin.stop();
  await service.stop();
});
beforeEach(async () => {
  home = await aHousehold(service);
  [api, there] = [home.api, twin.client(home.key)];
  account = await anAccount(api);
});

const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const tacos = () => ({
  accountId: account.id,
  type: 'expense',
  date: '2026-03-07',
  amount: '25.00',
  description: 'Tacos',
});
const count = async () => (await everyItem(api, '/v1/transactions')).items.length;

function expectReplay(again: Answer, first: Answer): void {
  expect(again.text).toBe(first.text);
  expect(again.status).toBe(first.status);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
}

describe('a request with an Idempotency-Key', () => {
  it('runs a request once per Idempotency-Key and returns the same response from every process', async () => {
    const first = await api.post('/v1/transactions', tacos(), under('a'));
    expect(statusAndCode(first)).toBe('200');
    expectReplay(await api.post('/v1/transactions', tacos(), under('a')), first);
    expectReplay(await there.post('/v1/transactions', tacos(), under('a')), first);
    expectReplay(await api.post('/v1/v1/transactions', tacos(), under('a')), first);
    expect(await count()).toBe(1);
    expect(await balanceOf(api, account.id)).toBe('-25.00');
  });

  it('rejects an Idempotency-Key that was used for another request, and does not run the request', async () => {
    await api.post('/v1/transactions', tacos(), under('a'));
    for (const sendOther of [
      () => api.post('/v1/transactions', { ...tacos(), amount: '26.00' }, under('a')),
      () => api.post('/v1/accounts', tacos(), under('a')),
      () => api.patch(`/v1/accounts/${account.id}`, { name: 'x' }, under('a')),
      () => api.delete(`/v1/accounts/${account.id}`, undefined, under('a')),
    ]) {
      expect(statusAndCode(await sendOther())).toBe('422 IDEMPOTENCY_KEY_REUSED');
    }
    expect(await count()).toBe(1);
    expect(await api.get(`/v1/accounts/${account.id}`)).toMatchObject({ body: { name: account.name } });
  });

  it('replays an error that a retry cannot fix for the same Idempotency-Key', async () => {
    const refused = [
      await api.delete(`/v1/transactions/${UNKNOWN_ID}`, undefined, under('404')),
      await api.post('/v1/transactions', { ...tacos(), accountId: UNKNOWN_ID }, under('422')),
      await api.post(`/v1/accounts/${account.id}/restore`, undefined, under('409')),
    ];
    expect(refused.map(statusAndCode)).toEqual([
      '404 TRANSACTION_NOT_FOUND',
      '422 REFERENCE_NOT_FOUND',
      '409 ACCOUNT_NOT_ARCHIVED',
    ]);
    await api.post(`/v1/accounts/${account.id}/archive`);
    expectReplay(await api.delete(`/v1/transactions/${UNKNOWN_ID}`, undefined, under('404')), refused[0]!);
    expectReplay(await api.post('/v1/transactions', { ...tacos(), accountId: UNKNOWN_ID }, under('422')), refused[1]!);
    expectReplay(await there.post(`/v1/accounts/${account.id}/restore`, undefined, under('409')), refused[2]!);
    expect((await api.get(`/v1/accounts/${account.id}`)).body.status).toBe('archived');
  });

  it('accepts a corrected request with the same Idempotency-Key after a validation error', async () => {
    expect(statusAndCode(await api.post('/v1/transactions', { ...tacos(), amount: 'x' }, under('a')))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(statusAndCode(await api.post('/v1/transactions', tacos(), under('a')))).toBe('200');
    expect(await count()).toBe(1);
  });

  it('rolls back every change of a rejected request', async () => {
    const brother = await anAccount(api, { name: 'Ahorro' });
    await api.post('/v1/transactions', { ...tacos(), externalId: 'one' });
    const body = { accountId: account.id, type: 'transfer', date: '2026-03-07', amount: '5.00', description: 'x' };
    const refused = await api.post(
      '/v1/transactions',
      { ...body, toAccountId: brother.id, externalId: 'one' },
      under('a'),
    );
    expect(statusAndCode(refused)).toBe('409 EXTERNAL_ID_TAKEN');
    expect([await balanceOf(api, account.id), await balanceOf(api, brother.id)]).toEqual(['-25.00', '0.00']);
  });

  it('checks the token and scope before it replays a stored response', async () => {
    await api.post('/v1/transactions', tacos(), under('a'));
    const { key } = await aKey(service.database, home.workspaceId, 'read_only');
    expect(statusAndCode(await api.as(key).post('/v1/transactions', tacos(), under('a')))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    expect(statusAndCode(await api.as('svc_x').post('/v1/transactions', tacos(), under('a')))).toBe(
      '401 AUTH_INVALID_TOKEN',
    );
  });

  it('does not store an idempotency record for a rule preview', async () => {
    const reader = api.as((await aKey(service.database, home.workspaceId, 'read_only')).key);
    const preview = () =>
      reader.post(
        '/v1/rules/preview',
        { conditions: [{ field: 'description', op: 'contains', value: 'tacos' }] },
        under('p'),
      );
    expect(ok(await preview()).total).toBe(0);
    ok(await api.post('/v1/transactions', tacos()));
    expect(ok(await preview()).total).toBe(1);
    const query = 'select key from kernel_idempotency_records where workspace_id = $1';
    expect(await service.database.query(query, [home.workspaceId])).toEqual([]);
  });

  it('does not share idempotency keys between workspaces', async () => {
    await api.post('/v1/accounts', { name: 'Caja', typeId: 'cash' }, under('a'));
    const otherHome = await aHousehold(service);
    const created = await otherHome.api.post('/v1/accounts', { name: 'Caja', typeId: 'cash' }, under('a'));
    expect(created.headers['idempotency-replayed']).toBeUndefined();
    expect((await otherHome.api.get('/v1/accounts')).body).toHaveLength(1);
  });

  it('treats an Idempotency-Key as new after 24 hours', async () => {
    await api.post('/v1/transactions', tacos(), under('a'));
    await api.post('/v1/transactions', tacos(), under('b'));
    await service.database.query(
      `update kernel_idempotency_records set created_at = now() - interval '24 hours' where workspace_id = $1`,
      [home.workspaceId],
    );
    expect(statusAndCode(await api.post('/v1/transactions', { ...tacos(), amount: '1.00' }, under('a')))).toBe('200');
    expect(await count()).toBe(3);
    const records = await service.database.query(`select key from kernel_idempotency_records where workspace_id = $1`, [
      home.workspaceId,
    ]);
    expect(records).toEqual([{ key: 'a' }]);
  });

  it.each(['', 'with space', 'ñ', 'x'.repeat(256)])('rejects the Idempotency-Key %j', async (key) => {
    const answer = await api.post('/v1/transactions', tacos(), under(key));
    expect(answer.body.errors).toMatchObject([{ header: 'Idempotency-Key', code: 'KEY_INVALID' }]);
    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(await count()).toBe(0);
  });

  it('deduplicates an upload even if the multipart boundary differs', async () => {
    const upload = (client: Client, boundary: string, amount: string) =>
      client.post('/v1/imports', undefined, {
        raw: [
          `--${boundary}`,
          'Content-Disposition: form-data; name="accountId"',
          '',
          account.id,
          `--${boundary}`,
          'Content-Disposition: form-data; name="file"; filename="e.csv"',
          'Content-Type: text/csv',
          '',
          `Fecha,Concepto,Importe\n2026-03-01,Tacos,${amount}`,
          `--${boundary}--`,
          '',
        ].join('\r\n'),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': 'file' },
      });
    const first = await upload(api, 'one', '-25.00');
    expect(statusAndCode(first)).toBe('200');
    expectReplay(await upload(there, 'two', '-25.00'), first);
    expect(statusAndCode(await upload(api, 'one', '-26.00'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect((await api.get('/v1/imports')).body).toHaveLength(1);
    const commit = await api.post(`/v1/imports/${first.body.id}/commit`, undefined, under('commit'));
    expectReplay(await there.post(`/v1/imports/${first.body.id}/commit`, undefined, under('commit')), commit);
    expect(await balanceOf(api, account.id)).toBe('-25.00');
  });

  it('runs a request once if two processes receive the request 100 times concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? api : there).post('/v1/transactions', tacos(), under('a'))),
    );
    expect(await count()).toBe(1);
    expect(await balanceOf(api, account.id)).toBe('-25.00');
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(bodies.size).toBe(1);
    const failures = new Set(answers.filter(({ status }) => status !== 200).map(statusAndCode));
    expect([...failures].filter((outcome) => outcome !== '409 IDEMPOTENCY_IN_PROGRESS')).toEqual([]);
  });

  it('replays the response of an operation that locks the whole workspace', async () => {
    await api.post('/v1/transactions', tacos());
    await api.put('/v1/exchange-rates/USD/MXN/2026-01-01', { rate: '20' });
    const first = await api.patch('/v1/workspace', { baseCurrency: 'USD' }, under('base'));
    expect(first.body.baseCurrency).toBe('USD');
    expectReplay(await there.patch('/v1/workspace', { baseCurrency: 'USD' }, under('base')), first);
    expect((await api.get('/v1/transactions')).body.items[0]!.baseAmount).toBe('1.25');
  });
});

describe('If-Match', () => {
  const path = () => `/v1/accounts/${account.id}` as const;
  const matching = (etag: unknown) => ({ headers: { 'if-match': String(etag) } });

  it('accepts a change if If-Match has the current version', async () => {
    const { etag } = (await api.get(path())).headers;
    const changed = await api.patch(path(), { name: 'Ahorro' }, matching(etag));
    expect(changed.body.name).toBe('Ahorro');
    expect(statusAndCode(await api.patch(path(), { name: 'Otro' }, matching(changed.headers.etag)))).toBe('200');
    expect(statusAndCode(await api.post(`${path()}/archive`, undefined, matching('*')))).toBe('200');
  });

  it('rejects a change if If-Match has an older version, and changes nothing', async () => {
    const { etag } = (await api.get(path())).headers;
    await api.patch(path(), { name: 'Ahorro' });
    for (const write of [
      () => api.patch(path(), { name: 'Otro' }, matching(etag)),
      () => api.delete(path(), undefined, matching(etag)),
      () => api.post(`${path()}/close`, undefined, matching(etag)),
      () => api.patch(path(), { name: 'Otro' }, matching(`W/${(etag as string) ?? ''}`)),
    ]) {
      expect(statusAndCode(await write())).toBe('412 PRECONDITION_FAILED');
    }
    expect((await api.get(path())).body).toMatchObject({ name: 'Ahorro', status: 'active' });
  });

  it('checks If-Match after validating the request and finding the resource', async () => {
    expect(statusAndCode(await api.patch(path(), { name: 1 }, matching('"x"')))).toBe('400 VALIDATION_FAILED');
    const unknown = `/v1/accounts/${UNKNOWN_ID}` as const;
    expect(statusAndCode(await api.patch(unknown, { name: 'x' }, matching('"x"')))).toBe('404 ACCOUNT_NOT_FOUND');
  });

  it('accepts only one of many concurrent changes with the same If-Match', async () => {
    const { etag } = (await api.get(path())).headers;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? api : there).patch(path(), { name: `Cuenta ${n}` }, matching(etag)),
      ),
    );
    expect(answers.map(statusAndCode).sort()).toEqual(['200', ...Array<string>(19).fill('412 PRECONDITION_FAILED')]);
  });

  it('checks If-Match for workspaces, transactions and imports, even with an Idempotency-Key', async () => {
    const created = ok(await api.post('/v1/transactions', tacos()));
    const { etag } = (await api.get(`/v1/transactions/${created.id}`)).headers;
    expect(statusAndCode(await api.patch('/v1/workspace', { name: 'x' }, matching('"x"')))).toBe(
      '412 PRECONDITION_FAILED',
    );
    expect(statusAndCode(await api.delete(`/v1/transactions/${created.id}`, undefined, matching('"x"')))).toBe(
      '412 PRECONDITION_FAILED',
    );
    const conditional = { headers: { ...matching(etag).headers, ...under('once').headers } };
    const first = await api.delete(`/v1/transactions/${created.id}`, undefined, conditional);
    expect(first.body.status).toBe('trashed');
    expectReplay(await api.delete(`/v1/transactions/${created.id}`, undefined, conditional), first);
  });

  it('ignores If-Match in requests to a collection', async () => {
    expect(statusAndCode(await api.post('/v1/transactions', tacos(), matching('"x"')))).toBe('200');
    expect(statusAndCode(await api.delete('/v1/transactions/trash', undefined, matching('"x"')))).toBe('200');
  });
});

describe('If-None-Match', () => {
  it('returns 304 if If-None-Match has the current version', async () => {
    const { headers } = await api.get(`/v1/accounts/${account.id}`);
    const ifNoneMatch = { headers: { 'if-none-match': String(headers.etag) } };
    expect((await api.get(`/v1/accounts/${account.id}`, ifNoneMatch)).status).toBe(304);
    await api.patch(`/v1/accounts/${account.id}`, { name: 'x' });
    expect((await api.get(`/v1/accounts/${account.id}`, ifNoneMatch)).status).toBe(200);
  });
});
