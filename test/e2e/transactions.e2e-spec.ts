import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { AccountView, TransactionView } from './support/answers.js';
import type { Answer, Client } from './support/client.js';
import { aContact, anAccount, aHousehold, balanceOf, ok } from './support/household.js';

const DEBTS = ['lent', 'borrowed', 'repayment_received', 'repayment_made'];

let service: Service;
let api: Client;
let account: AccountView;
let otherAccount: AccountView;
let dollars: AccountView;
let food: string;
let salary: string;
let ana: string;
let beto: string;

beforeAll(async () => {
  service = await sharedApi();
  const home = await aHousehold(service);
  api = home.api;
  ana = await aContact(service.database, home.workspaceId, 'Ana');
  beto = await aContact(service.database, home.workspaceId, 'Beto');
  const categories = ok(await api.get('/v1/categories'));
  food = categories.find(({ name }) => name === 'Restaurantes')!.id;
  salary = categories.find(({ name }) => name === 'Nómina')!.id;
});
afterAll(() => service.stop());
beforeEach(async () => {
  [account, otherAccount, dollars] = [
    await anAccount(api, { openingBalance: '1000.00' }),
    await anAccount(api, { openingBalance: '1000.00' }),
    await anAccount(api, { openingBalance: '1000.00', currency: 'USD' }),
  ];
});

const faults = (answer: Answer) =>
  statusAndCode(answer) === '400 VALIDATION_FAILED'
    ? answer.body.errors!.map((error) => error.pointer)
    : statusAndCode(answer);
const post = (fields: Record<string, unknown>) =>
  api.post('/v1/transactions', {
    accountId: account.id,
    type: 'expense',
    date: '2026-03-07',
    amount: '100.00',
    description: 'Cena',
    ...fields,
  });
const create = async (fields: Record<string, unknown>) => ok(await post(fields));
const patch = (transaction: TransactionView, fields: Record<string, unknown>) =>
  api.patch(`/v1/transactions/${transaction.id}`, fields);
const balances = async () => [
  await balanceOf(api, account.id),
  await balanceOf(api, otherAccount.id),
  await balanceOf(api, dollars.id),
];

describe('creating a transaction', () => {
  it('requires an account, type, date, amount and description', async () => {
    expect(faults(await api.post('/v1/transactions', {}))).toEqual([
      '#/accountId',
      '#/type',
      '#/date',
      '#/amount',
      '#/description',
    ]);
    for (const type of ['gift', 'Expense', '', null, 3]) expect(faults(await post({ type }))).toEqual(['#/type']);
  });

  it('returns a created transaction unchanged on later reads', async () => {
    const created = await create({ categoryId: food, notes: 'con propina', externalId: 'x-1' });
    expect(created).toMatchObject({
      accountId: account.id,
      type: 'expense',
      status: 'live',
      date: '2026-03-07',
      description: 'Cena',
      amount: '100.00',
      currency: 'MXN',
      signedAmount: '-100.00',
      category: { id: food, name: 'Restaurantes', parentId: expect.any(String) },
      notes: 'con propina',
      externalId: 'x-1',
      baseAmount: '100.00',
      baseRate: '1.00000000',
    });
    expect(ok(await api.get(`/v1/transactions/${created.id}`))).toEqual(created);
  });

  it.each([...DEBTS])('requires a contact for %s, and rejects a contact for other types', async (type) => {
    expect(faults(await post({ type }))).toEqual(['#/contactId']);
    expect(await create({ type, contactId: ana })).toMatchObject({ type, contactId: ana, category: null });
    for (const without of ['expense', 'income', 'adjustment'])
      expect(faults(await post({ type: without, contactId: ana }))).toEqual(['#/contactId']);
    expect(faults(await post({ type: 'transfer', toAccountId: otherAccount.id, contactId: ana }))).toEqual([
      '#/contactId',
    ]);
  });

  it('accepts a category only for expenses and income', async () => {
    for (const type of ['adjustment', ...DEBTS]) {
      expect(faults(await post({ type, categoryId: food, ...(DEBTS.includes(type) && { contactId: ana }) }))).toEqual([
        '#/categoryId',
      ]);
    }
    expect(faults(await post({ type: 'transfer', toAccountId: otherAccount.id, categoryId: food }))).toEqual([
      '#/categoryId',
    ]);
    expect((await create({ type: 'income', categoryId: salary })).category!.name).toBe('Nómina');
  });

  it('accepts an income in an expense category as a refund', async () => {
    expect(await create({ type: 'income', categoryId: food })).toMatchObject({
      signedAmount: '100.00',
      category: { id: food },
    });
  });

  it('requires toAccountId for a transfer, and rejects toAccountId and toAmount for other types', async () => {
    expect(faults(await post({ type: 'transfer' }))).toEqual(['#/toAccountId']);
    expect(faults(await post({ type: 'transfer', toAccountId: account.id }))).toEqual(['#/toAccountId']);
    for (const type of ['expense', 'income', 'adjustment']) {
      expect(faults(await post({ type, toAccountId: otherAccount.id }))).toEqual(['#/toAccountId']);
      expect(faults(await post({ type, toAmount: '5.00' }))).toEqual(['#/toAmount']);
    }
  });

  it('rejects a currency other than the account’s', async () => {
    expect(faults(await post({ currency: 'USD' }))).toEqual(['#/currency']);
    expect((await create({ currency: 'MXN' })).currency).toBe('MXN');
    expect((await create({ accountId: dollars.id })).currency).toBe('USD');
  });

  it('rejects a zero amount, and a negative amount except for adjustments', async () => {
    expect((await create({ type: 'adjustment', amount: '-5.00' })).signedAmount).toBe('-5.00');
    for (const type of ['expense', 'income', 'transfer', 'lent']) {
      const fields = {
        type,
        ...(type === 'transfer' && { toAccountId: otherAccount.id }),
        ...(type === 'lent' && { contactId: ana }),
      };
      expect(faults(await post({ ...fields, amount: '-5.00' }))).toEqual(['#/amount']);
      expect(faults(await post({ ...fields, amount: '0.00' }))).toEqual(['#/amount']);
    }
    expect(faults(await post({ type: 'adjustment', amount: '0' }))).toEqual(['#/amount']);
  });

  it('treats null like an omitted optional field', async () => {
    const nulls = {
      categoryId: null,
      contactId: null,
      notes: null,
      externalId: null,
      splits: null,
      toAccountId: null,
      toAmount: null,
    };
    expect(await create(nulls)).toMatchObject({ category: null, notes: null, splits: [], transfer: null });
  });
});

describe('external IDs', () => {
  it('an external ID is unique among the live transactions of an account', async () => {
    const first = await create({ externalId: 'bank-1' });
    expect(statusAndCode(await post({ externalId: 'bank-1' }))).toBe('409 EXTERNAL_ID_TAKEN');
    expect(await balances()).toEqual(['900.00', '1000.00', '1000.00']);
    await create({ externalId: 'bank-1', accountId: otherAccount.id });
    expect((await create({ externalId: 'BANK-1' })).externalId).toBe('BANK-1');
    await api.delete(`/v1/transactions/${first.id}`);
    const second = await create({ externalId: 'bank-1' });
    expect(statusAndCode(await api.post(`/v1/transactions/${first.id}/restore`))).toBe('409 EXTERNAL_ID_TAKEN');
    await patch(second, { externalId: null });
    expect(statusAndCode(await api.post(`/v1/transactions/${first.id}/restore`))).toBe('200');
    expect(statusAndCode(await patch(second, { externalId: 'bank-1' }))).toBe('409 EXTERNAL_ID_TAKEN');
    expect(statusAndCode(await patch(first, { accountId: otherAccount.id }))).toBe('409 EXTERNAL_ID_TAKEN');
    expect(await balances()).toEqual(['700.00', '900.00', '1000.00']);
  });
});

describe('debts without an account', () => {
  const debt = { accountId: null, type: 'borrowed', currency: 'MXN' };

  it('a debt without an account requires a currency and a contact, and does not change account balances', async () => {
    const created = await create({ ...debt, contactId: ana });
    expect(created).toMatchObject({
      accountId: null,
      currency: 'MXN',
      amount: '100.00',
      signedAmount: '0.00',
      contactId: ana,
    });
    expect(faults(await post({ ...debt, currency: undefined, contactId: ana }))).toEqual(['#/currency']);
    expect(faults(await post(debt))).toEqual(['#/contactId']);
    for (const type of ['expense', 'income', 'adjustment'])
      expect(faults(await post({ ...debt, type }))).toEqual(['#/accountId']);
    expect(faults(await post({ ...debt, type: 'transfer', toAccountId: otherAccount.id }))).toEqual(['#/accountId']);
  });

  it('an edit can add an account to a debt and remove the account again', async () => {
    const created = await create({ ...debt, contactId: ana });
    expect(ok(await patch(created, { accountId: account.id }))).toMatchObject({
      accountId: account.id,
      signedAmount: '100.00',
      currency: 'MXN',
    });
    expect(await balances()).toEqual(['1100.00', '1000.00', '1000.00']);
    expect(ok(await patch(created, { accountId: null }))).toMatchObject({
      accountId: null,
      signedAmount: '0.00',
      currency: 'MXN',
    });
    expect(await balances()).toEqual(['1000.00', '1000.00', '1000.00']);
    expect(faults(await patch(created, { accountId: dollars.id }))).toEqual(['#/amount']);
    expect(ok(await patch(created, { accountId: dollars.id, amount: '5.00' }))).toMatchObject({
      currency: 'USD',
      signedAmount: '5.00',
    });
  });

  it('rejects changing a debt without an account into an expense', async () => {
    const created = await create({ ...debt, type: 'lent', contactId: ana });
    expect(faults(await patch(created, { type: 'expense' }))).toEqual(['#/accountId']);
    expect(ok(await patch(created, { type: 'expense', accountId: account.id }))).toMatchObject({
      type: 'expense',
      contactId: null,
      signedAmount: '-100.00',
    });
  });

  it('changes the currency of a debt together with its amount', async () => {
    const created = await create({ ...debt, contactId: ana });
    expect(ok(await patch(created, { currency: 'USD', amount: '10.00' }))).toMatchObject({
      currency: 'USD',
      amount: '10.00',
    });
  });

  it('trashes and restores a debt without an account', async () => {
    const created = await create({ ...debt, contactId: ana });
    expect(ok(await api.delete(`/v1/transactions/${created.id}`)).status).toBe('trashed');
    expect(ok(await api.post(`/v1/transactions/${created.id}/restore`))).toMatchObject({
      status: 'live',
      contactId: ana,
      signedAmount: '0.00',
    });
  });
});

describe('transactions with splits', () => {
  it('splits a dinner of 900.00 into an expense of 600.00 and a debt of 300.00', async () => {
    const dinner = await create({
      amount: '900.00',
      splits: [
        { amount: '600.00', categoryId: food },
        { amount: '300.00', type: 'lent', contactId: ana, notes: 'su parte' },
      ],
    });
    expect(dinner).toMatchObject({ amount: '900.00', signedAmount: '-900.00', category: null, contactId: null });
    expect(dinner.splits).toEqual([
      {
        amount: '600.00',
        type: 'expense',
        category: { id: food, name: 'Restaurantes', parentId: expect.any(String) },
        contactId: null,
        notes: null,
        baseAmount: '600.00',
      },
      { amount: '300.00', type: 'lent', category: null, contactId: ana, notes: 'su parte', baseAmount: '300.00' },
    ]);
    expect(await balances()).toEqual(['100.00', '1000.00', '1000.00']);
  });

  it('rejects splits that do not add up to the amount', async () => {
    for (const amounts of [
      ['60.00', '39.99'],
      ['60.00', '40.01'],
      ['100.00', '0.01'],
    ]) {
      expect(statusAndCode(await post({ splits: amounts.map((amount) => ({ amount })) }))).toBe(
        '422 SPLIT_NOT_BALANCED',
      );
    }
    expect((await create({ splits: Array.from({ length: 50 }, () => ({ amount: '2.00' })) })).splits).toHaveLength(50);
    expect(await balances()).toEqual(['900.00', '1000.00', '1000.00']);
  });

  it('rejects splits with more than 20,000 characters of notes in total', async () => {
    const splits = (notes: string) => Array.from({ length: 10 }, () => ({ amount: '10.00', notes }));
    expect((await create({ splits: splits('x'.repeat(2_000)) })).splits).toHaveLength(10);
    const answer = await post({
      splits: [...splits('x'.repeat(2_000)), { amount: '1.00', notes: 'x' }],
      amount: '101.00',
    });
    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual(['#/splits TEXT_INVALID']);
  });

  it('an empty list or null means no splits, in POST, PATCH and batch operations', async () => {
    const parts = [{ amount: '1.00' }, { amount: '2.00' }];
    for (const empty of [[], null]) {
      const transaction = ok(await post({ amount: '3.00', splits: empty }));
      expect(transaction.splits).toEqual([]);
      expect(ok(await api.patch(`/v1/transactions/${transaction.id}`, { splits: parts })).splits).toHaveLength(2);
      expect(ok(await api.patch(`/v1/transactions/${transaction.id}`, { splits: empty })).splits).toEqual([]);
      const operations = [{ op: 'update', id: transaction.id, splits: empty }];
      expect(ok(await api.post('/v1/transactions/batch', { operations })).results[0]!.splits).toEqual([]);
    }
  });

  it('requires 2 to 50 splits, each with a positive amount', async () => {
    const parts = (count: number) => Array.from({ length: count }, () => ({ amount: '2.00' }));
    for (const splits of [parts(1), parts(51), {}, 'x', [1, 2], [null, null], [[], []]]) {
      expect((faults(await post({ splits })) as string[]).every((pointer) => pointer.startsWith('#/splits'))).toBe(
        true,
      );
    }
    for (const amount of ['0.00', '-1.00', 1, '1.005']) {
      expect(faults(await post({ splits: [{ amount }, { amount: '99.00' }] }))).toEqual(['#/splits/0/amount']);
    }
  });

  it('rejects a category or contact on a transaction with splits', async () => {
    const splits = [{ amount: '60.00' }, { amount: '40.00' }];
    expect(faults(await post({ splits, categoryId: food }))).toEqual(['#/categoryId']);
    expect(faults(await post({ splits, contactId: ana }))).toEqual(['#/contactId']);
  });

  it.each([
    ['expense', ['expense', 'lent', 'repayment_made']],
    ['income', ['income', 'borrowed', 'repayment_received']],
  ])('splits of an %s have the type of the transaction or are a debt in the same direction', async (type, allowed) => {
    for (const part of ['expense', 'income', ...DEBTS]) {
      const debt = DEBTS.includes(part) ? { contactId: ana } : {};
      const answer = await post({ type, splits: [{ amount: '60.00' }, { amount: '40.00', type: part, ...debt }] });
      expect(answer.status === 200 ? answer.body.splits[1]!.type : faults(answer)).toEqual(
        allowed.includes(part) ? part : ['#/splits/1/type'],
      );
    }
    expect(faults(await post({ type, splits: [{ amount: '60.00' }, { amount: '40.00', type: 'transfer' }] }))).toEqual([
      '#/splits/1/type',
    ]);
  });

  it('requires a contact for a debt split, and rejects a contact for other splits', async () => {
    const part = (fields: object) => post({ splits: [{ amount: '60.00' }, { amount: '40.00', ...fields }] });
    expect(faults(await part({ type: 'lent' }))).toEqual(['#/splits/1/contactId']);
    expect(faults(await part({ contactId: ana }))).toEqual(['#/splits/1/contactId']);
    expect(faults(await part({ type: 'lent', contactId: ana, categoryId: food }))).toEqual(['#/splits/1/categoryId']);
  });

  it.each(['transfer', 'adjustment', ...DEBTS])('rejects splits in a transaction of type %s', async (type) => {
    const fields = {
      ...(type === 'transfer' && { toAccountId: otherAccount.id }),
      ...(DEBTS.includes(type) && { contactId: ana }),
    };
    expect(
      faults(
        await post({
          type,
          ...fields,
          splits: [
            { amount: '60.00', type: 'expense' },
            { amount: '40.00', type: 'expense' },
          ],
        }),
      ),
    ).toContain('#/splits');
  });

  it('an edit replaces all splits, and null removes all splits', async () => {
    const transaction = await create({ categoryId: food });
    expect(
      ok(
        await patch(transaction, {
          categoryId: null,
          splits: [{ amount: '60.00', categoryId: food }, { amount: '40.00' }],
        }),
      ).splits,
    ).toHaveLength(2);
    expect(
      ok(
        await patch(transaction, {
          splits: [{ amount: '30.00' }, { amount: '30.00', categoryId: food }, { amount: '40.00' }],
        }),
      ).splits.map((part) => part.amount),
    ).toEqual(['30.00', '30.00', '40.00']);
    expect(statusAndCode(await patch(transaction, { amount: '101.00' }))).toBe('422 SPLIT_NOT_BALANCED');
    expect(faults(await patch(transaction, { categoryId: food }))).toEqual(['#/categoryId']);
    expect(
      ok(await patch(transaction, { amount: '90.00', splits: [{ amount: '45.00' }, { amount: '45.00' }] })).splits,
    ).toHaveLength(2);
    expect(ok(await patch(transaction, { splits: null, categoryId: food }))).toMatchObject({
      splits: [],
      category: { id: food },
    });
    expect(await balances()).toEqual(['910.00', '1000.00', '1000.00']);
  });

  it('adding splits removes the category of the transaction', async () => {
    const transaction = await create({ categoryId: food });
    expect(ok(await patch(transaction, { splits: [{ amount: '50.00' }, { amount: '50.00' }] }))).toMatchObject({
      category: null,
    });
  });

  it('an edit without splits keeps the splits', async () => {
    const transaction = await create({
      splits: [
        { amount: '60.00', categoryId: food, notes: 'n' },
        { amount: '40.00', type: 'lent', contactId: ana },
      ],
    });
    expect(ok(await patch(transaction, { description: 'Otra', date: '2020-01-01' })).splits).toEqual(
      transaction.splits,
    );
  });
});

describe('editing a transaction', () => {
  it('an edit changes only the sent fields', async () => {
    const before = await create({ categoryId: food, notes: 'n', externalId: 'e' });
    const after = ok(await patch(before, { description: ' Desayuno ' }));
    expect(after).toEqual({ ...before, description: 'Desayuno', updatedAt: expect.any(String) });
    expect(ok(await patch(before, {}))).toEqual(after);
    expect(ok(await patch(before, { categoryId: null, notes: null, externalId: null }))).toMatchObject({
      category: null,
      notes: null,
      externalId: null,
    });
    for (const field of ['type', 'date', 'amount', 'description', 'currency'])
      expect(faults(await patch(before, { [field]: null }))).toEqual([`#/${field}`]);
  });

  it('changing the amount, account or type updates only the affected balances', async () => {
    const spent = await create({});
    await patch(spent, { amount: '150.00' });
    expect(await balances()).toEqual(['850.00', '1000.00', '1000.00']);
    await patch(spent, { type: 'income' });
    expect(await balances()).toEqual(['1150.00', '1000.00', '1000.00']);
    await patch(spent, { accountId: otherAccount.id });
    expect(await balances()).toEqual(['1000.00', '1150.00', '1000.00']);
    await patch(spent, { type: 'adjustment', amount: '-1.00' });
    expect(await balances()).toEqual(['1000.00', '999.00', '1000.00']);
    expect(faults(await patch(spent, { type: 'expense' }))).toEqual(['#/amount']);
    await patch(spent, { type: 'transfer', amount: '7.00', toAccountId: account.id });
    expect(await balances()).toEqual(['1007.00', '993.00', '1000.00']);
    await patch(spent, { accountId: account.id, toAccountId: otherAccount.id });
    expect(await balances()).toEqual(['993.00', '1007.00', '1000.00']);
    await patch(spent, { type: 'lent', contactId: beto });
    expect(await balances()).toEqual(['993.00', '1000.00', '1000.00']);
  });

  it('changing the type removes fields that the new type does not have', async () => {
    const spent = await create({ categoryId: food });
    expect(ok(await patch(spent, { type: 'adjustment' }))).toMatchObject({ category: null });
    const debt = await create({ type: 'lent', contactId: ana });
    expect(ok(await patch(debt, { type: 'income' }))).toMatchObject({ contactId: null });
    const moved = await create({ type: 'transfer', toAccountId: otherAccount.id });
    expect(ok(await patch(moved, { type: 'expense', categoryId: food }))).toMatchObject({
      transfer: null,
      category: { id: food },
    });
    const splitTransaction = await create({ splits: [{ amount: '50.00', categoryId: food }, { amount: '50.00' }] });
    expect(ok(await patch(splitTransaction, { type: 'adjustment' }))).toMatchObject({ splits: [], category: null });
    expect(ok(await patch(await create({ categoryId: food }), { type: 'income' }))).toMatchObject({
      category: { id: food },
    });
    expect(faults(await patch(await create({}), { type: 'adjustment', categoryId: food }))).toEqual(['#/categoryId']);
  });

  it('changing the type keeps splits that the new type supports', async () => {
    const splitTransaction = await create({ splits: [{ amount: '50.00', categoryId: food }, { amount: '50.00' }] });
    expect(ok(await patch(splitTransaction, { type: 'income' })).splits.map((part) => part.type)).toEqual([
      'income',
      'income',
    ]);
  });

  it('changing the type requires the fields of the new type', async () => {
    expect(faults(await patch(await create({}), { type: 'lent' }))).toEqual(['#/contactId']);
    expect(faults(await patch(await create({}), { type: 'transfer' }))).toEqual(['#/toAccountId']);
    expect(faults(await patch(await create({}), { accountId: null }))).toEqual(['#/accountId']);
  });

  it('moving a transaction to an account in another currency requires a new amount', async () => {
    const spent = await create({ amount: '180.00' });
    expect(faults(await patch(spent, { accountId: dollars.id }))).toEqual(['#/amount']);
    expect(await balances()).toEqual(['820.00', '1000.00', '1000.00']);
    expect(ok(await patch(spent, { accountId: dollars.id, amount: '10.00' }))).toMatchObject({
      currency: 'USD',
      signedAmount: '-10.00',
    });
    expect(await balances()).toEqual(['1000.00', '1000.00', '990.00']);
    expect(faults(await patch(spent, { currency: 'MXN' }))).toEqual(['#/currency']);
  });

  it('a rejected edit changes nothing', async () => {
    const spent = await create({ categoryId: food });
    for (const fields of [
      { amount: '5.00', categoryId: ana },
      { accountId: otherAccount.id, contactId: ana },
      { amount: '5.00', type: 'transfer' },
      { amount: '5.00', splits: [{ amount: '1.00' }, { amount: '1.00' }] },
    ]) {
      expect((await patch(spent, fields)).status).toBeGreaterThanOrEqual(400);
    }
    expect(ok(await api.get(`/v1/transactions/${spent.id}`))).toEqual(spent);
    expect(await balances()).toEqual(['900.00', '1000.00', '1000.00']);
  });
});

describe('transfers', () => {
  const rates = async (day: string, rate: string) => ok(await api.put(`/v1/exchange-rates/USD/MXN/${day}`, { rate }));
  const send = (fields: Record<string, unknown>) => post({ type: 'transfer', toAccountId: otherAccount.id, ...fields });

  it('a transfer and its edit, trash and restore change both balances', async () => {
    const moved = ok(await send({}));
    expect(moved.transfer).toEqual({
      accountId: otherAccount.id,
      amount: '100.00',
      currency: 'MXN',
      rate: '1.00000000',
    });
    expect(moved.signedAmount).toBe('-100.00');
    expect(await balances()).toEqual(['900.00', '1100.00', '1000.00']);
    expect(ok(await patch(moved, { amount: '40.00' })).transfer!.amount).toBe('40.00');
    expect(await balances()).toEqual(['960.00', '1040.00', '1000.00']);
    expect(ok(await api.delete(`/v1/transactions/${moved.id}`)).transfer!.amount).toBe('40.00');
    expect(await balances()).toEqual(['1000.00', '1000.00', '1000.00']);
    await api.post(`/v1/transactions/${moved.id}/restore`);
    expect(await balances()).toEqual(['960.00', '1040.00', '1000.00']);
  });

  it('rejects a same-currency transfer whose toAmount differs from its amount', async () => {
    expect(faults(await send({ toAmount: '99.99' }))).toEqual(['#/toAmount']);
    const moved = ok(await send({ toAmount: '100.00' }));
    expect(faults(await patch(moved, { toAmount: '99.00' }))).toEqual(['#/toAmount']);
    expect(ok(await patch(moved, { amount: '99.00', toAmount: '99.00' })).transfer!.amount).toBe('99.00');
  });

  it('a transfer between currencies stores both amounts and returns the rate with eight decimals', async () => {
    const bought = ok(await send({ amount: '1851.37', toAccountId: dollars.id, toAmount: '100.00' }));
    // 100.00 / 1851.37 = 0.054014054...
    expect(bought.transfer).toEqual({ accountId: dollars.id, amount: '100.00', currency: 'USD', rate: '0.05401405' });
    expect(await balances()).toEqual(['-851.37', '1000.00', '1100.00']);
    const third = ok(await send({ amount: '3.00', toAccountId: dollars.id, toAmount: '1.00' }));
    expect(third.transfer!.rate).toBe('0.33333333');
    const large = ok(await send({ amount: '0.01', toAccountId: dollars.id, toAmount: '9999999999999.99' }));
    expect(large.transfer!.rate).toBe('999999999999999.00000000');
  });

  it('a transfer without toAmount is converted at the rate of its date, or rejected without a rate', async () => {
    await rates('2026-01-10', '18.5');
    await rates('2026-02-10', '20');
    expect(statusAndCode(await send({ accountId: dollars.id, toAccountId: account.id, date: '2026-01-09' }))).toBe(
      '422 TRANSFER_RATE_REQUIRED',
    );
    const sold = ok(
      await send({ accountId: dollars.id, toAccountId: account.id, date: '2026-02-09', amount: '10.00' }),
    );
    expect(sold.transfer).toMatchObject({ amount: '185.00', currency: 'MXN', rate: '18.50000000' });
    const bought = ok(await send({ toAccountId: dollars.id, date: '2026-02-10', amount: '10.30' }));
    // 1 / 20 = 0.05. 10.30 × 0.05 = 0.515, which rounds half-even to 0.52. 0.52 / 10.30 = 0.050485436...
    expect(bought.transfer).toMatchObject({ amount: '0.52', rate: '0.05048544' });
    expect(statusAndCode(await send({ amount: '0.01', toAccountId: dollars.id, date: '2026-02-10' }))).toBe(
      '422 AMOUNT_OUT_OF_RANGE',
    );
  });

  it('a transfer keeps its rate if only the amount is edited', async () => {
    const bought = ok(await send({ amount: '2000.00', toAccountId: dollars.id, toAmount: '120.00' }));
    expect(ok(await patch(bought, { amount: '1000.00' })).transfer).toMatchObject({
      amount: '60.00',
      rate: '0.06000000',
    });
    expect(ok(await patch(bought, { amount: '1000.30' })).transfer).toMatchObject({ amount: '60.02' });
    expect(ok(await patch(bought, { date: '2026-02-20', description: 'x' })).transfer).toMatchObject({
      amount: '60.02',
    });
    expect(ok(await patch(bought, { toAmount: '61.00' })).transfer).toMatchObject({ amount: '61.00' });
    expect(ok(await patch(bought, { amount: '10.00', toAmount: '1.00' })).transfer).toMatchObject({
      amount: '1.00',
      rate: '0.10000000',
    });
    expect(await balances()).toEqual(['990.00', '1000.00', '1001.00']);
  });

  it('changing the receiving currency converts the amount at the rate of the transaction date', async () => {
    await rates('2026-01-10', '18.5');
    await rates('2026-02-10', '20');
    const moved = ok(await send({ amount: '40.00', date: '2026-03-01' }));
    expect(ok(await patch(moved, { toAccountId: dollars.id })).transfer).toMatchObject({
      amount: '2.00',
      currency: 'USD',
      rate: '0.05000000',
    });
    expect(ok(await patch(moved, { toAccountId: otherAccount.id })).transfer).toMatchObject({
      amount: '40.00',
      currency: 'MXN',
      rate: '1.00000000',
    });
    const euros = await anAccount(api, { currency: 'EUR' });
    expect(statusAndCode(await patch(moved, { toAccountId: euros.id }))).toBe('422 TRANSFER_RATE_REQUIRED');
    expect(ok(await patch(moved, { toAccountId: euros.id, toAmount: '2.50' })).transfer).toMatchObject({
      amount: '2.50',
      currency: 'EUR',
    });
    expect(faults(await patch(moved, { accountId: dollars.id }))).toEqual(['#/amount']);
    expect(ok(await patch(moved, { accountId: dollars.id, amount: '3.00', toAmount: '2.80' }))).toMatchObject({
      currency: 'USD',
      transfer: { amount: '2.80' },
    });
    expect(await balances()).toEqual(['1000.00', '1000.00', '997.00']);
  });

  it('reverses a transfer in one edit', async () => {
    const bought = ok(await send({ amount: '2000.00', toAccountId: dollars.id, toAmount: '100.00' }));
    expect(
      ok(await patch(bought, { accountId: dollars.id, toAccountId: account.id, amount: '50.00', toAmount: '1000.00' })),
    ).toMatchObject({
      currency: 'USD',
      signedAmount: '-50.00',
      transfer: { amount: '1000.00', currency: 'MXN', rate: '20.00000000' },
    });
    expect(await balances()).toEqual(['2000.00', '1000.00', '950.00']);
  });
});
