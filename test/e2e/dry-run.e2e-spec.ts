import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aContact, aHousehold, aKey, anAccount, aTransaction, balanceOf, ok, UNKNOWN_ID } from './support/household.js';
import type { Household } from './support/household.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';

let service: Service;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  ({ api } = home);
});

const NO_TRANSACTIONS = { created: 0, updated: 0, trashed: 0, restored: 0, deleted: 0 };

describe('dry runs', () => {
  it('a dry run returns the expense and its effects without saving them', async () => {
    const account = await anAccount(api, { openingBalance: '100.00' });
    const request = {
      accountId: account.id,
      type: 'expense',
      date: '2026-11-20',
      amount: '25.50',
      description: 'OXXO',
    };
    const { dryRun, result, effects } = ok(await api.post('/v1/transactions?dryRun=true', request));
    expect(dryRun).toBe(true);
    expect(result).toMatchObject({ accountId: account.id, amount: '25.50', signedAmount: '-25.50', status: 'live' });
    expect(effects).toEqual({
      netWorth: { currency: 'MXN', before: '100.00', after: '74.50' },
      accounts: [{ accountId: account.id, currency: 'MXN', balanceBefore: '100.00', balanceAfter: '74.50' }],
      budgets: [],
      contacts: [],
      transactions: { ...NO_TRANSACTIONS, created: 1 },
    });
    expect(await balanceOf(api, account.id)).toBe('100.00');
    expect(statusAndCode(await api.get(`/v1/transactions/${result.id}`))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(ok(await api.get('/v1/transactions')).items).toEqual([]);
  });

  it('a dry run applies rules and returns the effects on budgets and contacts', async () => {
    const account = await anAccount(api);
    const category = ok(await api.post('/v1/categories', { name: 'Tacos', kind: 'expense' }));
    const budget = ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '100.00', repeat: 'month' }));
    const contactId = await aContact(service.database, home.workspaceId);
    const conditions = [{ field: 'description', op: 'contains', value: 'pastor' }];
    const actions = [{ kind: 'set_category', value: category.id }];
    ok(await api.post('/v1/rules', { name: 'Tacos', conditions, actions }));
    const today = budget.period.start;
    const expense = { accountId: account.id, type: 'expense', date: today, amount: '30.00', description: 'Al pastor' };
    const { effects, result } = ok(await api.post('/v1/transactions?dryRun=true', expense));
    expect(result.category?.id).toBe(category.id);
    expect(effects.budgets).toEqual([{ budgetId: budget.id, availableBefore: '100.00', availableAfter: '70.00' }]);
    const lent = { ...expense, type: 'lent', contactId };
    expect(ok(await api.post('/v1/transactions?dryRun=true', lent)).effects.contacts).toEqual([
      { contactId, currency: 'MXN', balanceBefore: '0.00', balanceAfter: '30.00' },
    ]);
  });

  it('balanceBefore is null for a created account, and balanceAfter is null for a deleted account', async () => {
    const preview = ok(
      await api.post('/v1/accounts?dryRun=true', { name: 'Caja', typeId: 'cash', openingBalance: '5.00' }),
    );
    expect(preview.effects.accounts).toEqual([
      { accountId: preview.result.id, currency: 'MXN', balanceBefore: null, balanceAfter: '5.00' },
    ]);
    const account = await anAccount(api);
    const deleted = ok(await api.delete(`/v1/accounts/${account.id}?dryRun=true`));
    expect(deleted.effects.accounts).toEqual([
      { accountId: account.id, currency: 'MXN', balanceBefore: '0.00', balanceAfter: null },
    ]);
    expect(deleted.effects.netWorth).toBeNull();
  });

  it('a dry run needs only the read scope and returns the same problems as the real call', async () => {
    const account = await anAccount(api);
    const { id } = await aTransaction(api, { accountId: account.id });
    const reader = service.client((await aKey(service.database, home.workspaceId, 'read_only')).key);
    expect(ok(await reader.delete(`/v1/transactions/${id}?dryRun=true`)).effects.transactions.trashed).toBe(1);
    expect(statusAndCode(await reader.delete(`/v1/transactions/${id}`))).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(statusAndCode(await reader.delete(`/v1/transactions/${id}?dryRun=false`))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
    expect(statusAndCode(await reader.delete(`/v1/transactions/${UNKNOWN_ID}?dryRun=true`))).toBe(
      '404 TRANSACTION_NOT_FOUND',
    );
    expect(statusAndCode(await reader.delete(`/v1/accounts/${account.id}?dryRun=true`))).toBe('409 ACCOUNT_IN_USE');
  });

  it('rejects an invalid dryRun value, dryRun on a read and dryRun with an idempotency key', async () => {
    const account = await anAccount(api);
    const path = `/v1/accounts/${account.id}` as const;
    for (const value of ['', 'TRUE', '1', 'yes', 'true&dryRun=true']) {
      const refused = await api.delete(`${path}?dryRun=${value}` as string);
      expect([statusAndCode(refused), errorsOf(refused)]).toEqual([
        '400 VALIDATION_FAILED',
        ['dryRun BOOLEAN_INVALID'],
      ]);
    }
    for (const list of ['/v1/accounts', '/v1/net-worth', '/v1/tags']) {
      expect(errorsOf(await api.get(`${list}?dryRun=true` as string))).toEqual(['dryRun NOT_ALLOWED']);
    }
    const headers = { 'idempotency-key': 'once' };
    const keyed = await api.post('/v1/accounts?dryRun=true', { name: 'Caja', typeId: 'cash' }, { headers });
    expect(errorsOf(keyed)).toEqual(['Idempotency-Key NOT_ALLOWED']);
    expect(ok(await api.delete(`${path}?dryRun=false`)).id).toBe(account.id);
  });

  it('a dry run checks If-Match', async () => {
    const account = await anAccount(api);
    const path = `/v1/accounts/${account.id}` as const;
    const { etag } = (await api.get(path)).headers;
    const current = await api.patch(`${path}?dryRun=true`, { name: 'Otra' }, { headers: { 'if-match': etag! } });
    expect(ok(current).result.name).toBe('Otra');
    const outdated = await api.patch(`${path}?dryRun=true`, { name: 'Otra' }, { headers: { 'if-match': '"x"' } });
    expect(statusAndCode(outdated)).toBe('412 PRECONDITION_FAILED');
  });

  it('the effects of a dry run exclude concurrent changes', async () => {
    const account = await anAccount(api);
    const otherAccount = await anAccount(api);
    const category = ok(await api.post('/v1/categories', { name: 'Tacos', kind: 'expense' }));
    ok(await api.post('/v1/budgets', { categoryId: category.id, amount: '100.00', repeat: 'month' }));
    const entry = { type: 'expense', amount: '1.00', description: 'x', categoryId: category.id };
    const date = new Date().toISOString().slice(0, 10);
    let isOver = false;
    const writers = [account, account, otherAccount].map(async ({ id }) => {
      while (!isOver) ok(await api.post('/v1/transactions', { ...entry, accountId: id, date }));
    });
    for (let i = 0; i < 15; i += 1) {
      const request = { ...entry, accountId: account.id, date, amount: '10.00' };
      const { effects } = ok(await api.post('/v1/transactions?dryRun=true', request));
      const [changed, ...others] = effects.accounts;
      expect(others).toEqual([]);
      expect(Number(changed!.balanceAfter) - Number(changed!.balanceBefore)).toBe(-10);
      expect(Number(effects.netWorth!.after) - Number(effects.netWorth!.before)).toBe(-10);
      const [budget] = effects.budgets;
      expect(Number(budget!.availableAfter) - Number(budget!.availableBefore)).toBe(-10);
      expect(effects.transactions).toEqual({ ...NO_TRANSACTIONS, created: 1 });
    }
    isOver = true;
    await Promise.all(writers);
  });
});
