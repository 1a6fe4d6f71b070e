import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView, TransactionView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aContact, anAccount, aHousehold, aTransaction, balanceOf, ok } from './support/household.js';
import type { Household } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  api = home.api;
});
afterAll(() => service.stop());

const patch = (account: AccountView, fields: Record<string, unknown>) =>
  api.patch(`/v1/accounts/${account.id}`, fields);
const act = (account: AccountView, action: string) => api.post(`/v1/accounts/${account.id}/${action}`);

describe('account types', () => {
  it('lists twelve account types with Spanish names, assets before liabilities', async () => {
    const types = ok(await api.get('/v1/account-types'));
    expect(types.map((type) => `${type.systemKey} ${type.kind}`)).toEqual([
      'cash asset',
      'checking asset',
      'savings asset',
      'investment asset',
      'retirement asset',
      'property asset',
      'vehicle asset',
      'other_asset asset',
      'credit_card liability',
      'loan liability',
      'mortgage liability',
      'other_liability liability',
    ]);
    expect(types.map((type) => Object.keys(type).sort().join())).toEqual(types.map(() => 'id,kind,name,systemKey'));
    expect(types[8]!.name).toBe('Tarjeta de crédito');
  });

  it('typeId accepts the ID or the systemKey of an account type', async () => {
    const types = ok(await api.get('/v1/account-types'));
    for (const type of types) {
      expect((await anAccount(api, { typeId: type.systemKey })).type).toEqual(type);
      expect((await anAccount(api, { typeId: type.id })).type).toEqual(type);
    }
    expect(statusAndCode(await api.post('/v1/accounts', { name: 'A', typeId: 'piggy_bank' }))).toBe(
      '422 REFERENCE_NOT_FOUND',
    );
    expect((await api.post('/v1/accounts', { name: 'A', typeId: 'piggy_bank' })).body.errors).toEqual([
      expect.objectContaining({ pointer: '#/typeId' }),
    ]);
  });
});

describe('creating an account', () => {
  it('a new account stores every field of the request', async () => {
    const fields = {
      name: 'Cuenta en dólares',
      typeId: 'savings',
      currency: 'USD',
      bank: 'BBVA',
      openingBalance: '100.50',
      openingDate: '2025-12-31',
      fxMode: 'fixed',
      fixedRate: '18.5',
      apy: '4.25',
      alertThreshold: '-10.5',
    };
    const account = await anAccount(api, fields);
    expect(account).toMatchObject({
      name: 'Cuenta en dólares',
      type: { systemKey: 'savings', kind: 'asset' },
      currency: 'USD',
      bank: 'BBVA',
      balance: '100.50',
      openingBalance: '100.50',
      openingDate: '2025-12-31',
      fxMode: 'fixed',
      fixedRate: '18.50000000',
      apy: '4.25',
      alertThreshold: '-10.50',
      status: 'active',
    });
    expect(ok(await api.get(`/v1/accounts/${account.id}`))).toEqual(account);
  });

  it('normalizes the format of amounts and rates', async () => {
    const fields = {
      apy: '-0.00',
      alertThreshold: '-0.0',
      openingBalance: '-0',
      fxMode: 'fixed',
      fixedRate: '0018.50',
    };
    const account = await anAccount(api, fields);
    const shown = { apy: '0.00', alertThreshold: '0.00', openingBalance: '0.00', fixedRate: '18.50000000' };
    expect(account).toMatchObject(shown);
    expect(ok(await patch(account, { apy: '010.1250' })).apy).toBe('10.125');
    expect(ok(await api.get(`/v1/accounts/${account.id}`)).apy).toBe('10.125');
  });

  it('a new account defaults to the base currency, a zero balance and automatic rates', async () => {
    expect(await anAccount(api)).toMatchObject({
      currency: 'MXN',
      balance: '0.00',
      openingBalance: '0.00',
      fxMode: 'auto',
      fixedRate: null,
    });
    const { api: american } = await aHousehold(service, 'USD');
    expect(await anAccount(american)).toMatchObject({ currency: 'USD' });
  });

  it('lists active accounts by default, oldest first', async () => {
    const { api } = await aHousehold(service);
    const names = ['B', 'A', 'C'];
    const accounts: AccountView[] = [];
    for (const name of names) accounts.push(await anAccount(api, { name }));
    await api.post(`/v1/accounts/${accounts[1]!.id}/archive`);
    await api.post(`/v1/accounts/${accounts[2]!.id}/close`);
    const listed = async (query: string) =>
      ok(await api.get(`/v1/accounts${query}` as `/v1/accounts?${string}`))
        .map(({ name }) => name)
        .join('');
    expect(await listed('')).toBe('B');
    expect(await listed('?status=archived')).toBe('A');
    expect(await listed('?status=closed')).toBe('C');
    expect(await listed('?status=all')).toBe('BAC');
  });
});

describe('account balances', () => {
  const OUT = ['expense', 'lent', 'repayment_made'];
  const IN = ['income', 'borrowed', 'repayment_received'];

  it.each([...OUT, ...IN])('the type %s changes the balance of an asset by the signed amount', async (type) => {
    const account = await anAccount(api, { openingBalance: '100.00' });
    const contactId = ['expense', 'income'].includes(type)
      ? {}
      : { contactId: await aContact(service.database, home.workspaceId) };
    const { signedAmount } = await aTransaction(api, { accountId: account.id, type, amount: '30.00', ...contactId });
    expect([signedAmount, await balanceOf(api, account.id)]).toEqual(
      OUT.includes(type) ? ['-30.00', '70.00'] : ['30.00', '130.00'],
    );
  });

  it.each([...OUT, ...IN])(
    'the type %s changes the balance of a liability by the negated signed amount',
    async (type) => {
      const card = await anAccount(api, { typeId: 'credit_card', openingBalance: '100.00' });
      const contactId = ['expense', 'income'].includes(type)
        ? {}
        : { contactId: await aContact(service.database, home.workspaceId) };
      const { signedAmount } = await aTransaction(api, { accountId: card.id, type, amount: '30.00', ...contactId });
      expect([signedAmount, await balanceOf(api, card.id)]).toEqual(
        OUT.includes(type) ? ['-30.00', '130.00'] : ['30.00', '70.00'],
      );
    },
  );

  it('a negative adjustment decreases the balance of an asset and increases the balance of a liability', async () => {
    const [asset, card] = [
      await anAccount(api, { openingBalance: '100.00' }),
      await anAccount(api, { typeId: 'loan', openingBalance: '100.00' }),
    ];
    for (const accountId of [asset.id, card.id]) {
      await aTransaction(api, { accountId, type: 'adjustment', amount: '-30.00' });
      await aTransaction(api, { accountId, type: 'adjustment', amount: '10.00' });
    }
    expect([await balanceOf(api, asset.id), await balanceOf(api, card.id)]).toEqual(['80.00', '120.00']);
  });

  it('a card payment decreases the balances of both accounts', async () => {
    const [asset, card] = [
      await anAccount(api, { openingBalance: '100.00' }),
      await anAccount(api, { typeId: 'credit_card', openingBalance: '50.00' }),
    ];
    await aTransaction(api, { accountId: asset.id, type: 'transfer', toAccountId: card.id, amount: '60.00' });
    expect([await balanceOf(api, asset.id), await balanceOf(api, card.id)]).toEqual(['40.00', '-10.00']);
  });

  it('a balance includes transactions of any date, even before the opening date', async () => {
    const account = await anAccount(api, { openingBalance: '10.00', openingDate: '2026-06-01' });
    for (const date of ['1900-01-01', '2026-05-31', '2200-12-31'])
      await aTransaction(api, { accountId: account.id, type: 'income', amount: '1.00', date });
    expect(await balanceOf(api, account.id)).toBe('13.00');
  });

  it('a new opening balance changes the balance by the difference', async () => {
    const [asset, card] = [
      await anAccount(api, { openingBalance: '100.00' }),
      await anAccount(api, { typeId: 'credit_card', openingBalance: '100.00' }),
    ];
    for (const account of [asset, card]) await aTransaction(api, { accountId: account.id, amount: '30.00' });
    expect(ok(await patch(asset, { openingBalance: '250.00' }))).toMatchObject({
      openingBalance: '250.00',
      balance: '220.00',
    });
    expect(ok(await patch(card, { openingBalance: '-250.00' }))).toMatchObject({
      openingBalance: '-250.00',
      balance: '-220.00',
    });
    expect(ok(await patch(asset, { openingDate: '2020-02-02' }))).toMatchObject({
      openingDate: '2020-02-02',
      balance: '220.00',
    });
  });
});

describe('updating an account', () => {
  it('an update changes only the fields in the request', async () => {
    const account = await anAccount(api, { bank: 'HSBC', apy: '1', alertThreshold: '5', openingBalance: '7' });
    expect(ok(await patch(account, {}))).toEqual(account);
    const edited = ok(await patch(account, { name: ' Nueva ', bank: null, apy: null, alertThreshold: null }));
    expect(edited).toEqual({
      ...account,
      name: 'Nueva',
      bank: null,
      apy: null,
      alertThreshold: null,
      updatedAt: expect.any(String),
    });
    expect(edited.updatedAt > account.updatedAt).toBe(true);
  });

  it('an update rejects null in required fields', async () => {
    const account = await anAccount(api);
    for (const field of ['name', 'typeId', 'currency', 'openingBalance', 'openingDate', 'fxMode']) {
      expect(statusAndCode(await patch(account, { [field]: null }))).toBe('400 VALIDATION_FAILED');
    }
  });

  it('currency and kind can change before the first transaction', async () => {
    const account = await anAccount(api, { openingBalance: '80.00' });
    expect(ok(await patch(account, { currency: 'EUR', typeId: 'loan' }))).toMatchObject({
      currency: 'EUR',
      type: { systemKey: 'loan' },
      balance: '80.00',
      openingBalance: '80.00',
    });
    await aTransaction(api, { accountId: account.id, amount: '20.00' });
    expect(await balanceOf(api, account.id)).toBe('100.00');
  });

  it('currency and kind cannot change after the first transaction, even a trashed one', async () => {
    const account = await anAccount(api);
    const receiver = await anAccount(api);
    const { id } = await aTransaction(api, { accountId: account.id, type: 'transfer', toAccountId: receiver.id });
    const expectFixed = async () => {
      for (const fixed of [account, receiver]) {
        expect(statusAndCode(await patch(fixed, { currency: 'USD' }))).toBe('409 ACCOUNT_IN_USE');
        expect(statusAndCode(await patch(fixed, { typeId: 'credit_card' }))).toBe('409 ACCOUNT_IN_USE');
        expect(statusAndCode(await api.delete(`/v1/accounts/${fixed.id}`))).toBe('409 ACCOUNT_IN_USE');
        expect(statusAndCode(await patch(fixed, { currency: 'MXN', typeId: 'savings' }))).toBe('200');
      }
    };
    await expectFixed();
    await api.delete(`/v1/transactions/${id}`);
    await expectFixed();
    await api.delete(`/v1/transactions/${id}/permanently`);
    expect(statusAndCode(await patch(account, { currency: 'USD', typeId: 'credit_card' }))).toBe('200');
    expect(ok(await api.delete(`/v1/accounts/${receiver.id}`))).toMatchObject({ id: receiver.id });
    expect(statusAndCode(await api.get(`/v1/accounts/${receiver.id}`))).toBe('404 ACCOUNT_NOT_FOUND');
    expect(statusAndCode(await api.delete(`/v1/accounts/${receiver.id}`))).toBe('404 ACCOUNT_NOT_FOUND');
  });

  it('the currency can change after all trashed transactions have expired', async () => {
    const account = await anAccount(api);
    const { id } = await aTransaction(api, { accountId: account.id });
    await api.delete(`/v1/transactions/${id}`);
    await service.database.query(
      `update ledger_transactions set deleted_at = now() - interval '31 days' where id = $1`,
      [id],
    );
    expect(statusAndCode(await patch(account, { currency: 'USD' }))).toBe('200');
    expect(statusAndCode(await api.delete(`/v1/accounts/${account.id}`))).toBe('200');
  });
});

describe('a fixed rate', () => {
  it('fixedRate is required if fxMode is fixed, and rejected otherwise', async () => {
    const create = (fields: Record<string, unknown>) =>
      api.post('/v1/accounts', { name: 'A', typeId: 'cash', currency: 'USD', ...fields });
    expect(statusAndCode(await create({ fxMode: 'fixed' }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await create({ fxMode: 'fixed', fixedRate: null }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await create({ fxMode: 'auto', fixedRate: '1' }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await create({ fixedRate: '1' }))).toBe('400 VALIDATION_FAILED');
    expect((await create({ fixedRate: '1' })).body.errors).toEqual([
      expect.objectContaining({ pointer: '#/fixedRate' }),
    ]);
    expect(statusAndCode(await create({ fxMode: 'auto', fixedRate: null }))).toBe('200');
  });

  it('fixedRate is set and cleared together with fxMode', async () => {
    const account = await anAccount(api, { currency: 'USD' });
    expect(statusAndCode(await patch(account, { fixedRate: '18' }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await patch(account, { fxMode: 'fixed' }))).toBe('400 VALIDATION_FAILED');
    expect(ok(await patch(account, { fxMode: 'fixed', fixedRate: '18' }))).toMatchObject({
      fxMode: 'fixed',
      fixedRate: '18.00000000',
    });
    expect(ok(await patch(account, { fxMode: 'fixed', name: 'B' }))).toMatchObject({ fixedRate: '18.00000000' });
    expect(ok(await patch(account, { fixedRate: '19.5' }))).toMatchObject({
      fxMode: 'fixed',
      fixedRate: '19.50000000',
    });
    expect(statusAndCode(await patch(account, { fixedRate: null }))).toBe('400 VALIDATION_FAILED');
    expect(statusAndCode(await patch(account, { fxMode: 'auto', fixedRate: '19' }))).toBe('400 VALIDATION_FAILED');
    expect(ok(await patch(account, { fxMode: 'auto' }))).toMatchObject({ fxMode: 'auto', fixedRate: null });
  });
});

describe('account states', () => {
  const inState = async (state: string) => {
    const account = await anAccount(api);
    if (state === 'archived') await act(account, 'archive');
    if (state === 'closed') await act(account, 'close');
    return account;
  };

  it.each([
    ['active', 'archive', 'archived'],
    ['active', 'close', 'closed'],
    ['active', 'restore', '409 ACCOUNT_NOT_ARCHIVED'],
    ['active', 'reopen', '409 ACCOUNT_NOT_CLOSED'],
    ['archived', 'archive', '409 ACCOUNT_NOT_ACTIVE'],
    ['archived', 'close', '409 ACCOUNT_NOT_ACTIVE'],
    ['archived', 'restore', 'active'],
    ['archived', 'reopen', '409 ACCOUNT_NOT_CLOSED'],
    ['closed', 'archive', '409 ACCOUNT_NOT_ACTIVE'],
    ['closed', 'close', '409 ACCOUNT_NOT_ACTIVE'],
    ['closed', 'restore', '409 ACCOUNT_NOT_ARCHIVED'],
    ['closed', 'reopen', 'active'],
  ])('if an account is %s, the action %s results in %s', async (state, action, result) => {
    const account = await inState(state);
    const answer = await act(account, action);
    expect(answer.status === 200 ? answer.body.status : statusAndCode(answer)).toBe(result);
    expect(ok(await api.get(`/v1/accounts/${account.id}`)).status).toBe(answer.status === 200 ? result : state);
  });

  it('an account can be closed only if its balance is zero', async () => {
    const [asset, card] = [
      await anAccount(api, { openingBalance: '0.01' }),
      await anAccount(api, { typeId: 'credit_card', openingBalance: '0.01' }),
    ];
    for (const account of [asset, card]) {
      expect(statusAndCode(await act(account, 'close'))).toBe('409 ACCOUNT_BALANCE_NOT_ZERO');
      await patch(account, { openingBalance: '0' });
      expect(statusAndCode(await act(account, 'close'))).toBe('200');
    }
  });

  it.each(['archived', 'closed'])(
    'rejects new transactions and changed amounts in an account that is %s',
    async (state) => {
      const account = await anAccount(api, { openingBalance: '10.00' });
      const otherAccount = await anAccount(api);
      const spent = await aTransaction(api, { accountId: account.id, amount: '10.00' });
      const moved = await aTransaction(api, {
        accountId: otherAccount.id,
        type: 'transfer',
        toAccountId: account.id,
        amount: '5.00',
      });
      const back = await aTransaction(api, {
        accountId: account.id,
        type: 'transfer',
        toAccountId: otherAccount.id,
        amount: '5.00',
      });
      const trashed = await aTransaction(api, { accountId: account.id, amount: '3.00' });
      await api.delete(`/v1/transactions/${trashed.id}`);
      const otherTransaction = await aTransaction(api, { accountId: otherAccount.id, amount: '1.00' });
      await act(account, state === 'archived' ? 'archive' : 'close');
      const edit = (transaction: TransactionView, fields: Record<string, unknown>) =>
        api.patch(`/v1/transactions/${transaction.id}`, fields);
      const answers = [
        await api.post('/v1/transactions', {
          accountId: account.id,
          type: 'income',
          date: '2026-01-01',
          amount: '1.00',
          description: 'x',
        }),
        await api.post('/v1/transactions', {
          accountId: otherAccount.id,
          type: 'transfer',
          toAccountId: account.id,
          date: '2026-01-01',
          amount: '1.00',
          description: 'x',
        }),
        await edit(spent, { amount: '11.00' }),
        await edit(spent, { type: 'income' }),
        await edit(spent, { accountId: otherAccount.id }),
        await edit(moved, { amount: '6.00' }),
        await edit(moved, { type: 'expense' }),
        await edit(back, { toAccountId: (await anAccount(api)).id }),
        await edit(otherTransaction, { accountId: account.id }),
        await edit(otherTransaction, { type: 'transfer', toAccountId: account.id }),
        await api.delete(`/v1/transactions/${spent.id}`),
        await api.delete(`/v1/transactions/${moved.id}`),
        await api.post(`/v1/transactions/${trashed.id}/restore`),
        await patch(account, { openingBalance: '11.00' }),
      ];
      expect(answers.map(statusAndCode)).toEqual(answers.map(() => '409 ACCOUNT_NOT_ACTIVE'));
      expect([await balanceOf(api, account.id), await balanceOf(api, otherAccount.id)]).toEqual(['0.00', '-1.00']);
    },
  );

  it.each(['archived', 'closed'])(
    'accepts changed dates, descriptions, notes and categories of transactions in an account that is %s',
    async (state) => {
      const account = await anAccount(api);
      const dollarAccount = await anAccount(api, { currency: 'USD' });
      const zero = await aTransaction(api, { accountId: account.id, type: 'income' });
      const { id } = await aTransaction(api, { accountId: account.id });
      const trashed = await aTransaction(api, { accountId: account.id, amount: '9.00' });
      const out = await aTransaction(api, {
        accountId: account.id,
        type: 'transfer',
        toAccountId: dollarAccount.id,
        toAmount: '1.00',
        amount: '20.00',
      });
      await aTransaction(api, { accountId: account.id, type: 'income', amount: '20.00' });
      await api.delete(`/v1/transactions/${trashed.id}`);
      await act(account, state === 'archived' ? 'archive' : 'close');
      const category = ok(await api.get('/v1/categories'))[0];
      const edited = ok(
        await api.patch(`/v1/transactions/${id}`, {
          date: '2025-01-01',
          description: 'Otra',
          notes: 'n',
          categoryId: category!.id,
          amount: '25.00',
        }),
      );
      expect(edited).toMatchObject({
        date: '2025-01-01',
        description: 'Otra',
        notes: 'n',
        category: { id: category!.id },
      });
      expect(
        ok(await api.patch(`/v1/transactions/${out.id}`, { date: '2025-01-02', amount: '20.00' })).transfer!.amount,
      ).toBe('1.00');
      expect(
        statusAndCode(
          await patch(account, { name: 'B', openingBalance: '0.00', openingDate: '2020-01-01', bank: 'X' }),
        ),
      ).toBe('200');
      expect(statusAndCode(await api.delete(`/v1/transactions/${trashed.id}`))).toBe('200');
      expect(statusAndCode(await api.delete(`/v1/transactions/${trashed.id}/permanently`))).toBe('200');
      expect(zero.status).toBe('live');
    },
  );
});
