import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hundredths, written } from './support/amounts.js';
import type { ApiProcess, Service } from './support/api-process.js';
import { sharedApi, startApi } from './support/api-process.js';
import { errorsOf, statusAndCode } from './support/client.js';
import type { AccountView } from './support/answers.js';
import type { Answer, Client } from './support/client.js';
import { aHousehold, aKey, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';
import { expectNoDrift } from './support/cli.js';
import type { Household } from './support/household.js';
import type { LedgerVerifier } from './support/ledger-verifier.js';
import { startVerifier } from './support/ledger-verifier.js';
import { sized } from './support/long-form.js';

const CALLERS = 30;
/** Number of concurrently edited transactions. The test creates twice as many. */
const EDITED = sized(35, 75);

let service: Service;
let second: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
let api: Client;
let account: AccountView;
let category: Record<string, string>;

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
  second = await startApi({ database: service.database });
});
afterAll(async () => {
  verifier.stop();
  await second.stop();
  await service.stop();
});
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  account = await anAccount(api);
  category = await categoriesOf(api);
});

async function categoriesOf(client: Client): Promise<Record<string, string>> {
  const all = ok(await client.get('/v1/categories'));
  return Object.fromEntries(all.map(({ id, name }) => [name, id]));
}
const faults = (answer: Answer) => `${answer.status} ${errorsOf(answer).join(', ')}`;
const validBudget = () => ({ categoryId: category.Alimentación, amount: '1000.00', repeat: 'month' });
const plan = async (fields: Record<string, unknown> = {}, client = api) =>
  ok(await client.post('/v1/budgets', { ...validBudget(), ...fields }));
const count = async () => ok(await api.get('/v1/budgets?date=2200-12-31')).length as number;

describe('an invalid budget', () => {
  it.each([
    [{ amount: 0 }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: '0.00' }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: '-5.00' }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: '1.005' }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: '12345678901234' }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: null }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: undefined }, '400 #/amount REQUIRED'],
    [{ repeat: 'week' }, '400 #/repeat VALUE_NOT_ALLOWED'],
    [{ repeat: 'two_weeks' }, '400 #/repeat VALUE_NOT_ALLOWED'],
    [{ repeat: 'MONTH' }, '400 #/repeat VALUE_NOT_ALLOWED'],
    [{ repeat: undefined }, '400 #/repeat REQUIRED'],
    [{ startDate: '2026-02-29' }, '400 #/startDate DATE_INVALID'],
    [{ startDate: '1899-12-31' }, '400 #/startDate DATE_INVALID'],
    [{ startDate: null }, '400 #/startDate DATE_INVALID'],
    [{ startDate: '2026-05-01', repeatUntil: '2026-04-30' }, '400 #/repeatUntil DATE_INVALID'],
    [{ repeatUntil: '1999-01-01' }, '400 #/repeatUntil DATE_INVALID'],
    [{ repeatUntil: 20_270_101 }, '400 #/repeatUntil DATE_INVALID'],
    [{ budgetType: 'transfer' }, '400 #/budgetType VALUE_NOT_ALLOWED'],
    [{ rolloverEnabled: 'true' }, '400 #/rolloverEnabled BOOLEAN_INVALID'],
    [{ categoryId: 7 }, '400 #/categoryId ID_INVALID'],
    [{ categoryId: undefined }, '400 #/categoryId REQUIRED'],
    [{ accountId: {} }, '400 #/accountId ID_INVALID'],
    [{ name: 'Comida' }, '400 #/name UNKNOWN_FIELD'],
    [{ spent: '0.00' }, '400 #/spent UNKNOWN_FIELD'],
    [{ categoryId: UNKNOWN_ID }, '422 #/categoryId REFERENCE_NOT_FOUND'],
    [{ categoryId: "' or 1=1 --" }, '422 #/categoryId REFERENCE_NOT_FOUND'],
    [{ accountId: UNKNOWN_ID }, '422 #/accountId REFERENCE_NOT_FOUND'],
    [
      { categoryId: UNKNOWN_ID, accountId: UNKNOWN_ID },
      '422 #/categoryId REFERENCE_NOT_FOUND, #/accountId REFERENCE_NOT_FOUND',
    ],
  ])('a budget with %j is rejected with %s', async (fields, expected) => {
    expect(faults(await api.post('/v1/budgets', { ...validBudget(), ...fields }))).toBe(expected);
    expect(await count()).toBe(0);
  });

  it('a budget can span all supported dates with the largest amount', async () => {
    const budget = await plan({ startDate: '1900-01-01', amount: '9999999999999.99', rolloverEnabled: true });
    const last = ok(await api.get(`/v1/budgets/${budget.id}?date=2200-12-31`));
    expect([last.period, last.rollover]).toEqual([
      { start: '2200-12-01', end: '2200-12-31' },
      written(3611n * 999_999_999_999_999n),
    ]);
    expect(ok(await api.get(`/v1/budgets/${budget.id}/explain?date=2200-12-31`)).rolloverCycles).toHaveLength(3611);
  });
});

describe('an invalid update or query of a budget', () => {
  it.each([
    [{ amount: '0' }, '400 #/amount AMOUNT_INVALID'],
    [{ amount: null }, '400 #/amount AMOUNT_INVALID'],
    [{ rolloverEnabled: null }, '400 #/rolloverEnabled BOOLEAN_INVALID'],
    [{ repeatUntil: '2026-02-28' }, '400 #/repeatUntil DATE_INVALID'],
    [{ repeatUntil: '' }, '400 #/repeatUntil DATE_INVALID'],
    [{ startDate: '2026-01-01' }, '400 #/startDate UNKNOWN_FIELD'],
    [{ categoryId: UNKNOWN_ID }, '400 #/categoryId UNKNOWN_FIELD'],
    [{ repeat: 'year' }, '400 #/repeat UNKNOWN_FIELD'],
    [{ accountId: UNKNOWN_ID, amount: '5.00' }, '422 #/accountId REFERENCE_NOT_FOUND'],
  ])('a budget update with %j is rejected with %s and does not change the budget', async (fields, expected) => {
    const budget = await plan({ startDate: '2026-03-01' });
    expect(faults(await api.patch(`/v1/budgets/${budget.id}`, fields))).toBe(expected);
    expect(ok(await api.get(`/v1/budgets/${budget.id}`))).toEqual(budget);
  });

  it('rejects invalid query parameters of budgets', async () => {
    const { id } = await plan();
    const faultsOf = async (query: string) => faults(await api.get(`/v1/budgets${query}`));
    expect(await faultsOf('?date=2026-13-01')).toBe('400 date DATE_INVALID');
    expect(await faultsOf('?type=all')).toBe('400 type VALUE_NOT_ALLOWED');
    expect(await faultsOf('?limit=5')).toBe('400 limit UNKNOWN_FIELD');
    expect(await faultsOf('?date=2026-01-01&date=2026-01-02')).toBe('400 date DATE_INVALID');
    expect(await faultsOf(`/${id}?date=now`)).toBe('400 date DATE_INVALID');
    expect(await faultsOf(`/${id}/history?limit=201`)).toBe('400 limit INTEGER_INVALID');
    expect(await faultsOf(`/${id}/explain?date=2026-01-01&limit=0`)).toBe('400 limit INTEGER_INVALID');
    expect(await faultsOf(`/${id}/history?date=2026-01-01`)).toBe('400 date UNKNOWN_FIELD');
  });
});

describe('access to budgets from another workspace', () => {
  it('another workspace cannot access a budget or create budgets with the same category or account', async () => {
    const created = await plan();
    const { api: otherApi } = await aHousehold(service);
    for (const id of [created.id, UNKNOWN_ID, 'x', '%00']) {
      const answers = [
        await otherApi.get(`/v1/budgets/${id}`),
        await otherApi.get(`/v1/budgets/${id}/history`),
        await otherApi.get(`/v1/budgets/${id}/explain`),
        await otherApi.patch(`/v1/budgets/${id}`, { amount: '1.00' }),
        await otherApi.delete(`/v1/budgets/${id}`),
      ];
      expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['404 BUDGET_NOT_FOUND']));
    }
    expect(ok(await otherApi.get('/v1/budgets'))).toEqual([]);
    expect(statusAndCode(await otherApi.post('/v1/budgets', validBudget()))).toBe('422 REFERENCE_NOT_FOUND');
    const otherCategories = await categoriesOf(otherApi);
    const otherBudget = { ...validBudget(), categoryId: otherCategories.Alimentación };
    expect(statusAndCode(await otherApi.post('/v1/budgets', { ...otherBudget, accountId: account.id }))).toBe(
      '422 REFERENCE_NOT_FOUND',
    );
    const budget = await plan(otherBudget, otherApi);
    await aTransaction(api, { accountId: account.id, categoryId: category.Alimentación });
    expect(ok(await otherApi.get(`/v1/budgets/${budget.id}?date=2026-03-07`)).spent).toBe('0.00');
    expect(ok(await api.get(`/v1/budgets/${created.id}`))).toEqual(created);
  });

  it('a read-only key can read budgets but cannot change them', async () => {
    const { id } = await plan();
    const reader = api.as((await aKey(service.database, home.workspaceId, 'read_only')).key);
    for (const path of ['', `/${id}`, `/${id}/history`, `/${id}/explain`]) {
      expect((await reader.get(`/v1/budgets${path}`)).status).toBe(200);
    }
    const refused = [
      await reader.post('/v1/budgets', validBudget()),
      await reader.patch(`/v1/budgets/${id}`, { amount: '1.00' }),
      await reader.delete(`/v1/budgets/${id}`),
    ];
    expect(new Set(refused.map(statusAndCode))).toEqual(new Set(['403 AUTH_INSUFFICIENT_SCOPE']));
  });
});

describe('the category and account of a budget', () => {
  it('a category with a budget can be deleted only with moveTo, which also moves the budget', async () => {
    const budget = await plan({ categoryId: category.Renta, startDate: '2026-03-01', repeat: 'once' });
    await aTransaction(api, { accountId: account.id, categoryId: category.Renta, amount: '70.00' });
    await aTransaction(api, { accountId: account.id, categoryId: category.Predial, amount: '5.00' });
    const trashed = await aTransaction(api, { accountId: account.id, categoryId: category.Renta, amount: '1.00' });
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const unused = await plan({ categoryId: category.Luz });
    expect(statusAndCode(await api.delete(`/v1/categories/${category.Luz}`))).toBe('409 CATEGORY_IN_USE');
    ok(await api.delete(`/v1/budgets/${unused.id}`));
    ok(await api.delete(`/v1/categories/${category.Luz}`));
    ok(await api.delete(`/v1/categories/${category.Renta}?moveTo=${category.Predial}`));
    const moved = ok(await api.get(`/v1/budgets/${budget.id}`));
    expect([moved.category.name, moved.spent]).toEqual(['Predial', '75.00']);
    ok(await api.post(`/v1/transactions/${trashed.id}/restore`));
    expect(ok(await api.get(`/v1/budgets/${budget.id}`)).spent).toBe('76.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('deleting an account sets accountId of its budgets to null', async () => {
    const spare = await anAccount(api);
    const { id } = await plan({ accountId: spare.id });
    ok(await api.delete(`/v1/accounts/${spare.id}`));
    expect(ok(await api.get(`/v1/budgets/${id}`)).accountId).toBeNull();
    expect(ok(await api.patch(`/v1/budgets/${id}`, { accountId: account.id })).accountId).toBe(account.id);
    expect(ok(await api.patch(`/v1/budgets/${id}`, { accountId: null })).accountId).toBeNull();
  });
});

describe('changing the base currency', () => {
  it('a new base currency converts past and current budget amounts and the spent amounts', async () => {
    ok(await api.put('/v1/exchange-rates/USD/MXN/2020-01-01', { rate: '18.41235' }));
    const budget = await plan({ startDate: '2020-01-01', repeat: 'year', rolloverEnabled: true, amount: '1000.00' });
    ok(await api.patch(`/v1/budgets/${budget.id}`, { amount: '0.01' }));
    await aTransaction(api, {
      accountId: account.id,
      categoryId: category.Alimentación,
      date: '2021-05-05',
      amount: '100.00',
    });
    ok(await api.patch('/v1/workspace', { baseCurrency: 'USD' }));
    // 1 / 18.41235 = 0.05431137. 1000.00 MXN becomes 54.31 USD, 0.01 MXN becomes 0.01 USD and 100.00 MXN becomes 5.43
    // USD.
    const then = ok(await api.get(`/v1/budgets/${budget.id}?date=2021-12-31`));
    expect([then.amount, then.spent, then.rollover]).toEqual(['54.31', '5.43', '54.31']);
    expect(ok(await api.get(`/v1/budgets/${budget.id}`)).amount).toBe('0.01');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('rejects a new base currency if a budget amount cannot be converted or would exceed the largest amount', async () => {
    ok(await api.patch('/v1/workspace', { baseCurrency: 'CLP' }));
    ok(await api.patch('/v1/workspace', { baseCurrency: 'MXN' }));
    const budget = await plan({ amount: '9999999999999.99' });
    expect(statusAndCode(await api.patch('/v1/workspace', { baseCurrency: 'CLP' }))).toBe('422 BASE_RATE_REQUIRED');
    ok(await api.put('/v1/exchange-rates/MXN/KRW/2020-01-01', { rate: '75' }));
    expect(statusAndCode(await api.patch('/v1/workspace', { baseCurrency: 'KRW' }))).toBe('422 AMOUNT_OUT_OF_RANGE');
    expect(ok(await api.get('/v1/workspace')).baseCurrency).toBe('MXN');
    expect(ok(await api.get(`/v1/budgets/${budget.id}`))).toEqual(budget);
  });
});

describe('failures to store budget totals', () => {
  let isolated: ApiProcess;

  beforeAll(async () => {
    isolated = await startApi();
  });
  afterAll(() => isolated.stop());

  it('a failure to store budget totals rolls back creating, editing, trashing and restoring transactions', async () => {
    const { workspaceId, api } = await aHousehold(isolated);
    const [account, category] = [await anAccount(api), await categoriesOf(api)];
    const categorized = { accountId: account.id, categoryId: category.Renta };
    const [live, trashed] = [await aTransaction(api, categorized), await aTransaction(api, categorized)];
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const before = await everything(api, account.id);
    await isolated.database.query('alter table budgeting_totals rename to budgeting_hidden');
    const fields = { type: 'expense', date: '2026-03-07', amount: '1.00', description: 'x', ...categorized };
    const splits = [{ amount: '0.50', categoryId: category.Renta }, { amount: '0.50' }];
    const mayFail = { mayFail: true };
    const answers = [
      await api.post('/v1/transactions', fields, mayFail),
      await api.post('/v1/transactions', { ...fields, categoryId: undefined, splits }, mayFail),
      await api.patch(`/v1/transactions/${live.id}`, { amount: '7.00' }, mayFail),
      await api.delete(`/v1/transactions/${live.id}`, undefined, mayFail),
      await api.post(`/v1/transactions/${trashed.id}/restore`, undefined, mayFail),
    ];
    expect(answers.map(statusAndCode)).toEqual(Array(5).fill('500 INTERNAL_ERROR'));
    await isolated.database.query('alter table budgeting_hidden rename to budgeting_totals');
    expect(await everything(api, account.id)).toEqual(before);
    await expectNoDrift(isolated.database, workspaceId);
  });

  async function everything(api: Client, accountId: string) {
    return [
      ok(await api.get(`/v1/accounts/${accountId}`)).balance,
      ok(await api.get('/v1/transactions')).items,
      ok(await api.get('/v1/transactions/trash')).items,
    ];
  }
});

describe('many concurrent clients', () => {
  async function times<T>(n: number, call: (index: number) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    let next = 0;
    const caller = async () => {
      for (let index = next++; index < n; index = next++) results[index] = await call(index);
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    return results;
  }

  it('budget totals stay exact while concurrent clients create, edit, trash and restore transactions', async () => {
    const accounts = [account, await anAccount(api), await anAccount(api)];
    const budget = await plan({ startDate: '2026-03-01', repeat: 'once' });
    const callers = [api, second.client(home.key)];
    const categories = [category.Restaurantes, category.Supermercado, category.Cafeterías];
    const created = await times(2 * EDITED, async (n) =>
      ok(
        await callers[n % 2]!.post('/v1/transactions', {
          accountId: accounts[n % 3]!.id,
          type: n % 5 === 0 ? 'income' : 'expense',
          date: '2026-03-07',
          amount: `${n + 1}.00`,
          description: 'a la vez',
          ...(n % 7 === 0
            ? {
                splits: [
                  { amount: '0.50', categoryId: categories[0] },
                  { amount: `${n}.50`, categoryId: categories[1] },
                ],
              }
            : { categoryId: categories[n % 3] }),
        }),
      ),
    );
    const answers = await times(4 * EDITED, (n) => {
      const [caller, transaction] = [callers[n % 2]!, created[n % EDITED]!];
      const path = `/v1/transactions/${transaction.id}` as const;
      if (n % 4 === 0) return caller.delete(path);
      if (n % 4 === 1) return caller.post(`${path}/restore`);
      if (n % 4 === 2) return caller.patch(path, { date: `2026-03-${10 + (n % 20)}` });
      if (transaction.splits.length === 0) return caller.patch(path, { categoryId: categories[n % 3] });
      const [first, last] = transaction.splits;
      const splits = [
        { amount: last!.amount, categoryId: categories[2] },
        { amount: first!.amount, categoryId: categories[1] },
      ];
      return caller.patch(path, { splits });
    });
    expect(new Set(answers.map(statusAndCode))).toEqual(
      new Set(['200', '409 TRANSACTION_IN_TRASH', '409 TRANSACTION_NOT_IN_TRASH']),
    );
    await verifier.expectNoDrift(home.workspaceId);
    const all = ok(await api.get('/v1/transactions?limit=200')).items;
    const spent = all.reduce((sum, { type, amount }) => sum + hundredths(amount) * (type === 'expense' ? 1n : -1n), 0n);
    const shown = ok(await api.get(`/v1/budgets/${budget.id}`)).spent.replace('.', '') as string;
    expect(BigInt(shown)).toBe(spent);
  });

  it('only one request succeeds if a category is deleted while a budget with that category is created', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = ok(await api.post('/v1/categories', { name: `Ronda ${round}`, kind: 'expense' }));
      const [deleted, planned] = await Promise.all([
        api.delete(`/v1/categories/${id}`),
        second.client(home.key).post('/v1/budgets', { categoryId: id, amount: '1.00', repeat: 'month' }),
      ]);
      expect(['200 / 422 REFERENCE_NOT_FOUND', '409 CATEGORY_IN_USE / 200']).toContain(
        `${statusAndCode(deleted)} / ${statusAndCode(planned)}`,
      );
    }
  });
});
