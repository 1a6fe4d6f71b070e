import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView, TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aContact, anAccount, aHousehold, aTransaction, balanceOf, ok, everyItem } from './support/household.js';
import type { Household } from './support/household.js';

const DAYS = 24 * 60 * 60 * 1000;

let service: Service;
let home: Household;
let api: Client;
let account: AccountView;
let otherAccount: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  [account, otherAccount] = [await anAccount(api), await anAccount(api)];
});

const trash = (transaction: TransactionView) => api.delete(`/v1/transactions/${transaction.id}`);
const restore = (transaction: TransactionView) => api.post(`/v1/transactions/${transaction.id}/restore`);
const deletePermanently = (transaction: TransactionView) =>
  api.delete(`/v1/transactions/${transaction.id}/permanently`);
const trashIds = async () => (await everyItem(api, '/v1/transactions/trash?limit=2')).items.map(({ id }) => id);
const age = (transaction: TransactionView, interval: string) =>
  service.database.query(`update ledger_transactions set deleted_at = now() - $2::interval where id = $1`, [
    transaction.id,
    interval,
  ]);

describe('moving a transaction to the trash', () => {
  it('trashing a transaction reverts its balance change and schedules its deletion in 30 days', async () => {
    const spent = await aTransaction(api, { accountId: account.id, categoryId: null, notes: 'n' });
    expect(await balanceOf(api, account.id)).toBe('-25.00');
    const trashed = ok(await trash(spent));
    expect(trashed).toEqual({
      ...spent,
      status: 'trashed',
      updatedAt: expect.any(String),
      deletedAt: expect.any(String),
      purgeAt: expect.any(String),
    });
    expect(Date.parse(trashed.purgeAt!) - Date.parse(trashed.deletedAt!)).toBe(30 * DAYS);
    expect(await balanceOf(api, account.id)).toBe('0.00');
    expect(ok(await api.get(`/v1/transactions/${spent.id}`))).toEqual(trashed);
    expect(ok(await api.get('/v1/transactions')).items).toEqual([]);
    expect(ok(await api.get('/v1/transactions/trash')).items).toEqual([trashed]);
  });

  it('trashing a transaction twice returns the same response and changes the balance once', async () => {
    const spent = await aTransaction(api, { accountId: account.id });
    const first = ok(await trash(spent));
    expect(ok(await trash(spent))).toEqual(first);
    await api.post(`/v1/accounts/${account.id}/archive`);
    expect(ok(await trash(spent))).toEqual(first);
    expect(await balanceOf(api, account.id)).toBe('0.00');
  });

  it('a trashed transaction cannot be edited', async () => {
    const spent = await aTransaction(api, { accountId: account.id });
    await trash(spent);
    expect(statusAndCode(await api.patch(`/v1/transactions/${spent.id}`, { description: 'x' }))).toBe(
      '409 TRANSACTION_IN_TRASH',
    );
    expect(statusAndCode(await api.patch(`/v1/transactions/${spent.id}`, {}))).toBe('409 TRANSACTION_IN_TRASH');
    const unknownAccount = await api.patch(`/v1/transactions/${spent.id}`, {
      accountId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d99',
    });
    expect(statusAndCode(unknownAccount)).toBe('422 REFERENCE_NOT_FOUND');
  });

  it('lists the latest deletions first, over several pages', async () => {
    const spent: TransactionView[] = [];
    for (let count = 0; count < 5; count += 1) spent.push(await aTransaction(api, { accountId: account.id }));
    for (const index of [2, 0, 4, 1, 3]) await trash(spent[index]!);
    expect(await trashIds()).toEqual([3, 1, 4, 0, 2].map((index) => spent[index]!.id));
  });
});

describe('restoring a transaction', () => {
  it('a restore also restores splits, categories, debts and both sides of a transfer', async () => {
    const ana = await aContact(service.database, home.workspaceId);
    const category = ok(await api.get('/v1/categories'))[1];
    const all = [
      await aTransaction(api, { accountId: account.id, categoryId: category!.id, externalId: 'e', notes: 'n' }),
      await aTransaction(api, {
        accountId: account.id,
        amount: '9.00',
        splits: [
          { amount: '4.00', categoryId: category!.id },
          { amount: '5.00', type: 'lent', contactId: ana, notes: 's' },
        ],
      }),
      await aTransaction(api, { accountId: account.id, type: 'transfer', toAccountId: otherAccount.id }),
      await aTransaction(api, { accountId: account.id, type: 'repayment_made', contactId: ana }),
      await aTransaction(api, { accountId: account.id, type: 'adjustment', amount: '-3.00' }),
    ];
    const before = [await balanceOf(api, account.id), await balanceOf(api, otherAccount.id)];
    for (const transaction of all) await trash(transaction);
    expect([await balanceOf(api, account.id), await balanceOf(api, otherAccount.id)]).toEqual(['0.00', '0.00']);
    for (const transaction of all)
      expect(ok(await restore(transaction))).toEqual({ ...transaction, updatedAt: expect.any(String) });
    expect([await balanceOf(api, account.id), await balanceOf(api, otherAccount.id)]).toEqual(before);
    expect(await trashIds()).toEqual([]);
  });

  it('a transaction that is not in the trash cannot be restored', async () => {
    const spent = await aTransaction(api, { accountId: account.id });
    expect(statusAndCode(await restore(spent))).toBe('409 TRANSACTION_NOT_IN_TRASH');
    await trash(spent);
    await restore(spent);
    expect(statusAndCode(await restore(spent))).toBe('409 TRANSACTION_NOT_IN_TRASH');
    expect(await balanceOf(api, account.id)).toBe('-25.00');
  });

  it('a transaction cannot be restored while one of its accounts is not active', async () => {
    const moved = await aTransaction(api, { accountId: account.id, type: 'transfer', toAccountId: otherAccount.id });
    await trash(moved);
    await api.post(`/v1/accounts/${otherAccount.id}/archive`);
    expect(statusAndCode(await restore(moved))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(await balanceOf(api, account.id)).toBe('0.00');
    await api.post(`/v1/accounts/${otherAccount.id}/restore`);
    expect(statusAndCode(await restore(moved))).toBe('200');
  });
});

describe('permanent deletion', () => {
  it('permanently deletes only trashed transactions', async () => {
    const spent = await aTransaction(api, { accountId: account.id, splits: [{ amount: '5.00' }, { amount: '20.00' }] });
    expect(statusAndCode(await deletePermanently(spent))).toBe('409 TRANSACTION_NOT_IN_TRASH');
    const trashed = ok(await trash(spent));
    expect(ok(await deletePermanently(spent))).toEqual(trashed);
    for (const answer of [
      await deletePermanently(spent),
      await restore(spent),
      await trash(spent),
      await api.get(`/v1/transactions/${spent.id}`),
    ]) {
      expect(statusAndCode(answer)).toBe('404 TRANSACTION_NOT_FOUND');
    }
    expect(await service.database.query('select from ledger_splits where transaction_id = $1', [spent.id])).toEqual([]);
  });

  it('empties the trash and keeps live transactions', async () => {
    const spent: TransactionView[] = [];
    for (let count = 0; count < 4; count += 1) spent.push(await aTransaction(api, { accountId: account.id }));
    for (const transaction of spent.slice(0, 3)) await trash(transaction);
    expect(ok(await api.delete('/v1/transactions/trash'))).toEqual({ purged: 3 });
    expect(ok(await api.delete('/v1/transactions/trash'))).toEqual({ purged: 0 });
    expect(ok(await api.get('/v1/transactions')).items.map(({ id }) => id)).toEqual([spent[3]!.id]);
    expect(await balanceOf(api, account.id)).toBe('-25.00');
  });
});

describe('the end of the trash period', () => {
  it('returns 404 for a transaction trashed 30 days ago, even before the purge', async () => {
    const spent = await aTransaction(api, { accountId: account.id, externalId: 'e' });
    const recent = await aTransaction(api, { accountId: account.id });
    await trash(spent);
    await trash(recent);
    await age(spent, '30 days');
    await age(recent, '29 days 23:59:50');
    const path = `/v1/transactions/${spent.id}` as const;
    for (const answer of [
      await api.get(path),
      await api.patch(path, { description: 'x' }),
      await trash(spent),
      await restore(spent),
      await deletePermanently(spent),
    ]) {
      expect(statusAndCode(answer)).toBe('404 TRANSACTION_NOT_FOUND');
    }
    expect(await trashIds()).toEqual([recent.id]);
    expect(
      (await everyItem(api, '/v1/transactions?updatedSince=2020-01-01T00:00:00Z')).items.map(({ id }) => id),
    ).toEqual([recent.id]);
    expect(ok(await api.delete('/v1/transactions/trash'))).toEqual({ purged: 1 });
    expect(await balanceOf(api, account.id)).toBe('0.00');
    await aTransaction(api, { accountId: account.id, externalId: 'e' });
  });

  it('restores a transaction until 30 days have passed', async () => {
    const spent = await aTransaction(api, { accountId: account.id });
    await trash(spent);
    await age(spent, '29 days 23:59:50');
    expect(ok(await restore(spent)).status).toBe('live');
  });

  it('a category used only by expired transactions in the trash can be deleted', async () => {
    const category = ok(await api.post('/v1/categories', { name: 'Efímera', kind: 'expense' }));
    const transaction = await aTransaction(api, { accountId: account.id, categoryId: category.id });
    const splitTransaction = await aTransaction(api, {
      accountId: account.id,
      splits: [{ amount: '5.00', categoryId: category.id }, { amount: '20.00' }],
    });
    for (const spent of [transaction, splitTransaction]) {
      await trash(spent);
      expect(statusAndCode(await api.delete(`/v1/categories/${category.id}`))).toBe('409 CATEGORY_IN_USE');
      await age(spent, '31 days');
    }
    expect(statusAndCode(await api.delete(`/v1/categories/${category.id}`))).toBe('200');
  });
});
