import { execFile } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraftOf, commit } from '../../libs/importing/test/statements.js';
import { addressesOf, builtProgram } from '../../libs/kernel/src/testing.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import type { Household } from './support/household.js';
import { aHousehold, anAccount, aTransaction, ok, everyItem } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
});

const entriesOf = async (query = '') =>
  ok(await api.get(`/v1/audit-log${query}` as `/v1/audit-log?${string}`)).items.map(
    ({ action, resourceId }) => `${action} ${resourceId}`,
  );

describe('the audit log', () => {
  it('lists the latest changes first, with the actor, action and field names but without values', async () => {
    const account = await anAccount(api, { name: 'Secreta' });
    const spent = await aTransaction(api, { accountId: account.id, description: 'Muy privado' });
    const headers = { 'x-request-id': 'the-request-that-edits' };
    ok(await api.patch(`/v1/transactions/${spent.id}`, { amount: '5.00', notes: 'Nadie lo sabe' }, { headers }));
    ok(await api.delete(`/v1/transactions/${spent.id}`));
    ok(await api.post(`/v1/transactions/${spent.id}/restore`));
    const answer = await api.get('/v1/audit-log');
    const [restored, trashed, edited, created] = ok(answer).items;
    const [key] = await service.database.query<{ id: string; name: string }>(
      'select id, name from identity_api_keys where workspace_id = $1',
      [home.workspaceId],
    );
    expect(edited).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actor: { kind: 'api_key', ...key },
      action: 'PATCH /v1/transactions/{id}',
      resourceId: spent.id,
      fields: ['amount', 'notes'],
      requestId: 'the-request-that-edits',
    });
    expect([restored, trashed, created].map((entry) => `${entry?.action} ${entry?.resourceId}`)).toEqual([
      `POST /v1/transactions/{id}/restore ${spent.id}`,
      `DELETE /v1/transactions/{id} ${spent.id}`,
      `POST /v1/transactions ${spent.id}`,
    ]);
    for (const secret of ['Secreta', 'Muy privado', 'Nadie lo sabe']) expect(answer.text).not.toContain(secret);
    expect(await entriesOf(`?resourceId=${account.id}`)).toEqual([`POST /v1/accounts ${account.id}`]);
    expect(await entriesOf(`?actorId=${key!.id}`)).toHaveLength(5);
    expect(await entriesOf(`?actorId=${account.id}`)).toEqual([]);
  });

  it('records one entry per change, but does not record reads, replays or rejected requests', async () => {
    const account = await anAccount(api);
    const before = (await entriesOf()).length;
    const draft = await aDraftOf(api, account.id, ['2026-03-20', 'Pan', '-1.00'], ['2026-03-21', 'Sal', '-2.00']);
    await commit(api, draft);
    const expense = { accountId: account.id, type: 'expense', date: '2026-03-01', description: 'x', amount: '3.00' };
    const key = { headers: { 'idempotency-key': 'una-vez' } };
    const { id } = ok(await api.post('/v1/transactions', expense, key));
    ok(await api.post('/v1/transactions', expense, key));
    const rate = { rate: '18.5' };
    ok(await api.put('/v1/exchange-rates/USD/MXN/2026-03-01', rate));
    expect(await entriesOf(`?limit=${(await entriesOf()).length - before}`)).toEqual([
      'PUT /v1/exchange-rates/{quote}/{base}/{date} USD/MXN/2026-03-01',
      `POST /v1/transactions ${id}`,
      `POST /v1/imports/{id}/commit ${draft.id}`,
      `POST /v1/imports ${draft.id}`,
    ]);
    const after = (await entriesOf()).length;
    await api.get('/v1/accounts');
    await api.post('/v1/rules/preview', { conditions: [{ field: 'description', op: 'contains', value: 'pan' }] });
    await api.post('/v1/transactions', { ...expense, amount: '0' });
    await api.post('/v1/transactions', { ...expense, accountId: home.workspaceId });
    await api.post('/v1/transactions', { ...expense, externalId: 'a', categoryId: home.workspaceId });
    await api.patch(`/v1/accounts/${home.workspaceId}`, { name: 'x' });
    await api.patch(`/v1/accounts/${account.id}`, { name: 'x' }, { headers: { 'if-match': '"another"' } });
    expect(await entriesOf()).toHaveLength(after);
  });

  it('records the ID of each created or updated resource', async () => {
    const category = ok(await api.post('/v1/categories', { name: 'Mercado', kind: 'expense' }));
    const contact = ok(await api.post('/v1/contacts', { name: 'Luz' }));
    const budget = ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '100', repeat: 'month' }));
    const conditions = [{ field: 'description', op: 'contains', value: 'pan' }];
    const actions = [{ kind: 'set_category', value: category.id }];
    const rule = ok(await api.post('/v1/rules', { name: 'Pan', conditions, actions }));
    const workspace = ok(await api.patch('/v1/workspace', { name: 'Otra' }));
    const entries = ok(await api.get('/v1/audit-log')).items;
    expect(entries.map(({ resourceId }) => resourceId)).toEqual(
      [workspace, rule, budget, contact, category].map(({ id }) => id),
    );
  });

  it('returns only entries of the caller’s workspace, over several pages', async () => {
    const account = await anAccount(api);
    for (let n = 0; n < 5; n += 1) await aTransaction(api, { accountId: account.id });
    const { items, pages } = await everyItem(api, '/v1/audit-log?limit=2').then(({ items: all }) => ({
      items: all,
      pages: new Set(all.map(({ id }) => id)).size,
    }));
    expect([items.length, pages]).toEqual([6, 6]);
    const stranger = await aHousehold(service);
    expect(ok(await stranger.api.get('/v1/audit-log')).items).toEqual([]);
    const { nextCursor } = ok(await api.get('/v1/audit-log?limit=2'));
    expect((await api.get(`/v1/audit-log?limit=2&resourceId=x&cursor=${nextCursor}`)).body.code).toBe('CURSOR_INVALID');
  });

  it('the database roles of the service cannot change or delete audit entries', async () => {
    await anAccount(api);
    for (const role of ['centavo_app', 'centavo_operator']) {
      for (const statement of [
        `update kernel_audit_entries set action = 'x'`,
        'delete from kernel_audit_entries',
        'truncate kernel_audit_entries',
      ]) {
        const attempt = service.database.query(`
          do $$ begin
            set local role ${role};
            ${statement};
          end $$`);
        await expect(attempt).rejects.toThrow('permission denied');
      }
    }
    expect(await entriesOf()).toHaveLength(1);
  });

  it('records the command line as the actor of administrator commands', async () => {
    const run = (...words: string[]) =>
      new Promise<{ id: string }>((resolve, reject) => {
        const env = { PATH: process.env.PATH, ...addressesOf(service.database), FX_FEEDS: 'off', DEMO: 'off' };
        execFile(process.execPath, [builtProgram('cli'), ...words, '--json'], { env }, (error, out) =>
          error ? reject(new Error(error.message)) : resolve(JSON.parse(out) as { id: string }),
        );
      });
    const created = await run(
      'key',
      'create',
      '--workspace',
      home.workspaceId,
      '--name',
      'Otra',
      '--scope',
      'read_only',
    );
    await run('key', 'revoke', created.id);
    const { items } = ok(await api.get('/v1/audit-log'));
    expect(items.map(({ actor, action, resourceId }) => [actor.kind, action, resourceId])).toEqual([
      ['command_line', 'key revoke', created.id],
      ['command_line', 'key create', created.id],
    ]);
    expect(items[0]!.actor.id).toBe(null);
    expect(items[0]!.actor.name).not.toBe(null);
  });
});
