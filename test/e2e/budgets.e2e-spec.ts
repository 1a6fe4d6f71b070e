import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commit, statement, undo, upload } from '../../libs/importing/test/statements.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView, BudgetCycleView, BudgetView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aContact, aHousehold, anAccount, aTransaction, ok, everyItem } from './support/household.js';
import type { Household } from './support/household.js';
import type { LedgerVerifier } from './support/ledger-verifier.js';
import { startVerifier } from './support/ledger-verifier.js';
import type { MovingClock } from './support/moving-clock.js';
import { aMovingClock } from './support/moving-clock.js';

const TODAY = '2026-11-20';

let clock: MovingClock;
let service: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
let api: Client;
let account: AccountView;
let category: Record<string, string>;

beforeAll(async () => {
  clock = aMovingClock(TODAY);
  service = await startApi({ env: clock.env });
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
  clock.remove();
});
beforeEach(async () => {
  clock.moveTo(TODAY);
  home = await aHousehold(service);
  api = home.api;
  account = await anAccount(api);
  const all = ok(await api.get('/v1/categories'));
  category = Object.fromEntries(all.map(({ id, name }) => [name, id]));
});

const plan = async (fields: Record<string, unknown> = {}) =>
  ok(
    await api.post('/v1/budgets', {
      categoryId: category.Alimentación,
      amount: '1000.00',
      repeat: 'month',
      startDate: '2026-09-01',
      ...fields,
    }),
  );
const spend = (amount: string, date: string, fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: account.id, amount, date, categoryId: category.Restaurantes, ...fields });
const onDay = async ({ id }: Pick<BudgetView, 'id'>, date = TODAY) =>
  ok(await api.get(`/v1/budgets/${id}?date=${date}`));
const figures = ({ amount, spent, rollover, available }: Omit<BudgetCycleView, 'period'>) => [
  amount,
  spent,
  rollover,
  available,
];

describe('budgets', () => {
  it('returns every field of a budget from create, get and list', async () => {
    const created = await plan({ repeatUntil: '2027-08-31', rolloverEnabled: true, accountId: account.id });
    expect(created).toEqual({
      id: created.id,
      category: { id: category.Alimentación, name: 'Alimentación', parentId: null },
      budgetType: 'expense',
      amount: '1000.00',
      repeat: 'month',
      startDate: '2026-09-01',
      repeatUntil: '2027-08-31',
      rolloverEnabled: true,
      accountId: account.id,
      period: { start: '2026-11-01', end: '2026-11-30' },
      spent: '0.00',
      rollover: '2000.00',
      available: '3000.00',
      unconverted: [],
      createdAt: '2026-11-20T18:00:00.000Z',
    });
    expect(ok(await api.get(`/v1/budgets/${created.id}`))).toEqual(created);
    expect(ok(await api.get('/v1/budgets'))).toEqual([created]);
  });

  it('a new budget starts in the current month by default, has the kind of its category, and has no end date or rollover', async () => {
    const created = ok(
      await api.post('/v1/budgets', { categoryId: category.Sueldo, amount: '30000', repeat: 'month' }),
    );
    expect(created).toMatchObject({
      budgetType: 'income',
      startDate: '2026-11-01',
      repeatUntil: null,
      rolloverEnabled: false,
      accountId: null,
      amount: '30000.00',
    });
  });

  it('a category can have several budgets, for expenses and for income', async () => {
    await plan({ budgetType: 'income' });
    await plan({ repeat: 'year' });
    await plan();
    await spend('100.00', TODAY);
    await spend('30.00', TODAY, { type: 'income' });
    expect(ok(await api.get('/v1/budgets?type=income')).map(figures)).toEqual([
      ['1000.00', '-70.00', '0.00', '1070.00'],
    ]);
    expect(ok(await api.get('/v1/budgets')).map(({ repeat, spent }) => [repeat, spent])).toEqual([
      ['year', '70.00'],
      ['month', '70.00'],
    ]);
  });

  it('counts transactions and splits in the category and its subcategories, but not debts', async () => {
    const ana = await aContact(service.database, home.workspaceId);
    const budget = await plan();
    const below = ok(await api.post('/v1/categories', { name: 'Mariscos', parentId: category.Restaurantes }));
    await spend('10.00', TODAY, { categoryId: category.Alimentación });
    await spend('20.00', TODAY, { categoryId: below.id });
    await spend('900.00', TODAY, {
      categoryId: undefined,
      splits: [
        { amount: '500.00', categoryId: category.Restaurantes },
        { amount: '100.00', categoryId: category.Gasolina },
        { amount: '300.00', type: 'lent', contactId: ana },
      ],
    });
    await spend('5.00', TODAY, { categoryId: category.Gasolina });
    await spend('7.00', TODAY, { categoryId: undefined });
    expect(figures(await onDay(budget))).toEqual(['1000.00', '530.00', '0.00', '470.00']);
    ok(await api.patch(`/v1/categories/${category.Restaurantes}`, { parentId: category.Transporte }));
    expect((await onDay(budget)).spent).toBe('10.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('a budget still counts transactions after its category is archived', async () => {
    const budget = await plan();
    await spend('40.00', TODAY);
    ok(await api.patch(`/v1/categories/${category.Alimentación}`, { archived: true }));
    expect(ok(await api.get('/v1/budgets')).map(({ id, spent }) => [id, spent])).toEqual([[budget.id, '40.00']]);
  });

  it('GET /v1/budgets/{id} returns an ETag', async () => {
    const { id } = await plan();
    expect((await api.get(`/v1/budgets/${id}`)).headers.etag).toBeDefined();
  });

  it('deleting a budget returns its last state', async () => {
    const created = await plan();
    expect(ok(await api.delete(`/v1/budgets/${created.id}`))).toEqual(created);
    expect(statusAndCode(await api.get(`/v1/budgets/${created.id}`))).toBe('404 BUDGET_NOT_FOUND');
    expect(statusAndCode(await api.delete(`/v1/budgets/${created.id}`))).toBe('404 BUDGET_NOT_FOUND');
    expect(ok(await api.get('/v1/budgets'))).toEqual([]);
  });
});

describe('the list of budgets', () => {
  it('lists budgets with a cycle on the given date, sorted by category name', async () => {
    const [food, study, past] = [
      await plan({ startDate: '2026-11-15' }),
      await plan({ categoryId: category.Educación, repeat: 'year', startDate: '2026-01-01' }),
      await plan({ categoryId: category.Compras, repeat: 'once', startDate: '2026-02-01', repeatUntil: '2026-10-31' }),
    ];
    const listed = async (query: string) =>
      ok(await api.get(`/v1/budgets${query}` as `/v1/budgets?${string}`)).map(({ id }) => id);
    expect(await listed('')).toEqual([food.id, study.id]);
    expect(await listed('?date=2026-11-14')).toEqual([study.id]);
    expect(await listed('?date=2026-10-31')).toEqual([past.id, study.id]);
    expect(await listed('?date=1900-01-01')).toEqual([]);
    expect(await listed('?date=2200-12-31')).toEqual([food.id, study.id]);
    expect(await listed('?type=income')).toEqual([]);
  });
});

describe('spent amounts of budgets', () => {
  it('editing, trashing or restoring a transaction updates the spent amount immediately', async () => {
    const budget = await plan();
    const spent = async (date = TODAY) => (await onDay(budget, date)).spent as string;
    const expense = await spend('100.00', TODAY);
    const path = `/v1/transactions/${expense.id}` as const;
    expect(await spent()).toBe('100.00');
    ok(await api.patch(path, { amount: '80.00' }));
    expect(await spent()).toBe('80.00');
    ok(await api.patch(path, { date: '2026-10-05' }));
    expect([await spent(), await spent('2026-10-31')]).toEqual(['0.00', '80.00']);
    ok(await api.patch(path, { categoryId: category.Gasolina }));
    expect(await spent('2026-10-31')).toBe('0.00');
    ok(
      await api.patch(path, {
        categoryId: null,
        splits: [{ amount: '30.00', categoryId: category.Cafeterías }, { amount: '50.00' }],
      }),
    );
    expect(await spent('2026-10-31')).toBe('30.00');
    ok(await api.patch(path, { type: 'income' }));
    expect(await spent('2026-10-31')).toBe('-30.00');
    ok(await api.delete(path));
    ok(await api.delete(path));
    expect(await spent('2026-10-31')).toBe('0.00');
    ok(await api.post(`${path}/restore`));
    expect(await spent('2026-10-31')).toBe('-30.00');
    ok(await api.patch(path, { splits: null, type: 'transfer', toAccountId: (await anAccount(api)).id }));
    expect(await spent('2026-10-31')).toBe('0.00');
    ok(await api.patch(path, { type: 'expense', categoryId: category.Restaurantes, description: 'Cena' }));
    expect(await spent('2026-10-31')).toBe('80.00');
    ok(await api.patch(path, { notes: 'sin cambio' }));
    expect(await spent('2026-10-31')).toBe('80.00');
    ok(await api.delete(path));
    ok(await api.delete(`${path}/permanently`));
    expect(await spent('2026-10-31')).toBe('0.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('undoing an import resets the spent amount, even if the imported transactions were edited or trashed', async () => {
    const budget = await plan();
    const file = statement(
      [
        ['2026-11-03', 'OXXO', '-120.50', 'Restaurantes'],
        ['2026-11-04', 'OXXO', '-79.50', 'Supermercado'],
        ['2026-10-04', 'PEMEX', '-300.00', 'Gasolina'],
      ],
      'Categoría',
    );
    const imported = await commit(api, ok(await upload(api, account.id, file)));
    expect((await onDay(budget)).spent).toBe('200.00');
    const { items } = ok(await api.get(`/v1/transactions?importId=${imported.id}`));
    ok(await api.patch(`/v1/transactions/${items[0]!.id}`, { amount: '1.00' }));
    ok(await api.delete(`/v1/transactions/${items[1]!.id}`));
    await undo(api, imported);
    expect((await onDay(budget)).spent).toBe('0.00');
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('transactions without an exchange rate are excluded and listed in unconverted', async () => {
    const euros = await anAccount(api, { currency: 'EUR' });
    const budget = await plan({ rolloverEnabled: true });
    const now = await spend('10.00', TODAY, { accountId: euros.id });
    const before = await spend('20.00', '2026-10-20', {
      accountId: euros.id,
      categoryId: undefined,
      splits: [
        { amount: '5.00', categoryId: category.Restaurantes },
        { amount: '15.00', categoryId: category.Supermercado },
      ],
    });
    await spend('3.00', TODAY, { accountId: euros.id, categoryId: category.Gasolina });
    const rolling = await onDay(budget);
    expect([figures(rolling), rolling.unconverted]).toEqual([
      ['1000.00', '0.00', '2000.00', '3000.00'],
      [now.id, before.id],
    ]);
    expect((await onDay(budget, '2026-10-31')).unconverted).toEqual([before.id]);
    const [explained] = ok(await api.get(`/v1/budgets/${budget.id}/explain`)).items;
    expect(explained).toMatchObject({ transactionId: now.id, amount: '10.00', currency: 'EUR', counted: null });
    ok(await api.patch(`/v1/accounts/${euros.id}`, { fxMode: 'fixed', fixedRate: '20.555' }));
    const valued = await onDay(budget);
    expect([figures(valued), valued.unconverted]).toEqual([['1000.00', '205.55', '1588.90', '2383.35'], []]);
    ok(await api.patch(`/v1/budgets/${budget.id}`, { rolloverEnabled: false }));
    ok(await api.patch(`/v1/accounts/${euros.id}`, { fxMode: 'auto' }));
    expect((await onDay(budget)).unconverted).toEqual([now.id]);
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('unconverted lists at most the latest 100 transactions, including those of earlier cycles if rollover is enabled', async () => {
    const euros = await anAccount(api, { currency: 'EUR' });
    const [single, rolling] = [await plan(), await plan({ rolloverEnabled: true })];
    const fields = { accountId: euros.id };
    const entered = async (count: number, date: string) => {
      const all = await Promise.all(Array.from({ length: count }, () => spend('1.00', date, fields)));
      return all.map(({ id }) => id as string).toSorted();
    };
    const earlier = await entered(99, '2026-10-20');
    const current = await entered(3, '2026-11-02');
    const listed = async (date: string) => {
      const budgets = ok(await api.get(`/v1/budgets?date=${date}`));
      return [single, rolling].map(({ id }) => budgets.find((budget) => budget.id === id)!.unconverted.toSorted());
    };
    const latest = [...current, ...earlier.slice(2)].toSorted();
    expect(await listed(TODAY)).toEqual([current, latest]);
    expect((await onDay(rolling)).unconverted.toSorted()).toEqual(latest);
    const october = [...earlier, ...(await entered(2, '2026-10-21'))];
    expect(await listed('2026-10-31')).toEqual([october.slice(1).toSorted(), october.slice(1).toSorted()]);
    const { unconverted } = ok(await api.get(`/v1/budgets/${single.id}/explain?date=2026-10-31`));
    expect(unconverted.toSorted()).toEqual(october.slice(1).toSorted());
  });
});

describe('the cycles of a budget', () => {
  it('monthly cycles that start on the 31st start on the last day of shorter months', async () => {
    const budget = await plan({ startDate: '2026-01-31', repeatUntil: '2026-04-29' });
    const period = async (date: string) => Object.values((await onDay(budget, date)).period);
    expect(await period('2026-02-27')).toEqual(['2026-01-31', '2026-02-27']);
    expect(await period('2026-02-28')).toEqual(['2026-02-28', '2026-03-30']);
    expect(await period('2026-03-31')).toEqual(['2026-03-31', '2026-04-29']);
  });

  it('a date before or after the budget returns the nearest cycle', async () => {
    const budget = await plan({ startDate: '2026-01-31', repeatUntil: '2026-04-29' });
    expect((await onDay(budget, '2025-01-01')).period).toEqual({ start: '2026-01-31', end: '2026-02-27' });
    expect((await onDay(budget, '2026-12-31')).period).toEqual({ start: '2026-03-31', end: '2026-04-29' });
  });

  it('yearly cycles that start on a leap day start on 28 February in other years', async () => {
    const leap = await plan({ repeat: 'year', startDate: '2024-02-29' });
    expect((await onDay(leap, '2025-02-28')).period).toEqual({ start: '2025-02-28', end: '2026-02-27' });
    expect((await onDay(leap, '2028-02-29')).period).toEqual({ start: '2028-02-29', end: '2029-02-27' });
  });

  it('a one-time budget lasts a month or until its end date', async () => {
    const oneTime = await plan({ repeat: 'once', startDate: '2026-01-31' });
    expect(oneTime.period).toEqual({ start: '2026-01-31', end: '2026-02-27' });
    const trip = ok(await api.patch(`/v1/budgets/${oneTime.id}`, { repeatUntil: '2026-06-30' }));
    expect(trip.period).toEqual({ start: '2026-01-31', end: '2026-06-30' });
  });

  it('a stored weekly budget has weekly cycles, although the API cannot create weekly budgets', async () => {
    const { id } = await plan({ startDate: '2026-11-02', rolloverEnabled: true });
    await service.database.query(`update budgeting_budgets set repeat = 'week' where id = $1`, [id]);
    await spend('400.00', '2026-11-04');
    await spend('50.00', '2026-11-16');
    const weekly = await onDay({ id });
    expect([weekly.repeat, weekly.period, figures(weekly)]).toEqual([
      'week',
      { start: '2026-11-16', end: '2026-11-22' },
      ['1000.00', '50.00', '1600.00', '2550.00'],
    ]);
  });
});

describe('rollover of budgets', () => {
  it('rollover is the signed remainder of earlier cycles, and reflects changes to past transactions', async () => {
    const budget = await plan({ rolloverEnabled: true });
    const early = await spend('1800.00', '2026-09-15');
    await spend('300.00', '2026-10-15');
    expect(figures(await onDay(budget))).toEqual(['1000.00', '0.00', '-100.00', '900.00']);
    ok(await api.delete(`/v1/transactions/${early.id}`));
    expect(figures(await onDay(budget))).toEqual(['1000.00', '0.00', '1700.00', '2700.00']);
    ok(await api.post(`/v1/transactions/${early.id}/restore`));
    ok(await api.patch(`/v1/transactions/${early.id}`, { amount: '1.00' }));
    expect((await onDay(budget)).rollover).toBe('1699.00');
  });

  it('disabling and enabling rollover restarts the rollover with the current cycle', async () => {
    const budget = await plan({ rolloverEnabled: true });
    const off = ok(await api.patch(`/v1/budgets/${budget.id}`, { rolloverEnabled: false }));
    expect([off.rollover, off.rolloverEnabled]).toEqual(['0.00', false]);
    const on = ok(await api.patch(`/v1/budgets/${budget.id}`, { rolloverEnabled: true }));
    expect([on.rollover, on.rolloverEnabled]).toEqual(['0.00', true]);
    await spend('400.00', '2026-11-10');
    expect((await onDay(budget, '2026-12-01')).rollover).toBe('600.00');
    clock.moveTo('2027-01-05');
    expect(ok(await api.patch(`/v1/budgets/${budget.id}`, { rolloverEnabled: true })).rollover).toBe('1600.00');
    expect((await onDay(budget, '2026-10-05')).rollover).toBe('0.00');
  });
});

describe('changing the amount of a budget', () => {
  it('a new amount applies from the current cycle on and does not change finished cycles', async () => {
    const budget = await plan({ rolloverEnabled: true });
    expect(figures(ok(await api.patch(`/v1/budgets/${budget.id}`, { amount: '1500.00' })))).toEqual([
      '1500.00',
      '0.00',
      '2000.00',
      '3500.00',
    ]);
    ok(await api.patch(`/v1/budgets/${budget.id}`, { amount: '1200' }));
    clock.moveTo('2026-12-01');
    ok(await api.patch(`/v1/budgets/${budget.id}`, { amount: '10.00' }));
    const amounts = await Promise.all(
      ['2026-09-30', '2026-11-30', '2026-12-01', '2030-01-01'].map(async (day) => (await onDay(budget, day)).amount),
    );
    expect(amounts).toEqual(['1000.00', '1200.00', '10.00', '10.00']);
    expect((await onDay(budget)).rollover).toBe('2000.00');
    expect((await onDay(budget, '2026-12-31')).rollover).toBe('3200.00');
  });

  it('a new amount replaces the amount of a budget that has not started', async () => {
    const future = await plan({ startDate: '2027-03-01' });
    expect(ok(await api.patch(`/v1/budgets/${future.id}`, { amount: '5.00' })).amount).toBe('5.00');
  });

  it('a new amount does not apply to a finished budget until the end date is removed', async () => {
    const finished = await plan({ repeatUntil: '2026-09-30' });
    expect(ok(await api.patch(`/v1/budgets/${finished.id}`, { amount: '5.00' })).amount).toBe('1000.00');
    expect(ok(await api.patch(`/v1/budgets/${finished.id}`, { repeatUntil: null })).amount).toBe('5.00');
  });
});

describe('the history of a budget', () => {
  it('lists every cycle that has started, newest first', async () => {
    const budget = await plan({ rolloverEnabled: true, startDate: '2026-06-01' });
    await spend('250.00', '2026-07-15');
    ok(await api.patch(`/v1/budgets/${budget.id}`, { amount: '500.00' }));
    const { items, pages } = await everyItem(api, `/v1/budgets/${budget.id}/history?limit=4`);
    expect(pages).toBe(2);
    expect(items.map(({ period, ...rest }) => [period.start, ...figures(rest)])).toEqual([
      ['2026-11-01', '500.00', '0.00', '4750.00', '5250.00'],
      ['2026-10-01', '1000.00', '0.00', '3750.00', '4750.00'],
      ['2026-09-01', '1000.00', '0.00', '2750.00', '3750.00'],
      ['2026-08-01', '1000.00', '0.00', '1750.00', '2750.00'],
      ['2026-07-01', '1000.00', '250.00', '1000.00', '1750.00'],
      ['2026-06-01', '1000.00', '0.00', '0.00', '1000.00'],
    ]);
    const future = await plan({ startDate: '2027-01-01' });
    expect(ok(await api.get(`/v1/budgets/${future.id}/history`))).toEqual({ items: [], nextCursor: null });
  });

  it('rejects a cursor from another budget or operation', async () => {
    const [first, second] = [await plan(), await plan()];
    const { nextCursor } = ok(await api.get(`/v1/budgets/${first.id}/history?limit=1`));
    for (const path of [`${second.id}/history`, `${first.id}/explain`]) {
      expect(statusAndCode(await api.get(`/v1/budgets/${path}?cursor=${nextCursor}`))).toBe('400 CURSOR_INVALID');
    }
    expect(statusAndCode(await api.get(`/v1/budgets/${first.id}/history?cursor=x`))).toBe('400 CURSOR_INVALID');
  });
});

describe('the explanation of a budget', () => {
  it('the explanation lists the transactions and splits behind the spent amount, and the cycles behind the rollover', async () => {
    const budget = await plan({ rolloverEnabled: true });
    await spend('40.00', '2026-10-31');
    const unsplit = await spend('100.00', '2026-11-05');
    const refund = await spend('15.00', '2026-11-06', { type: 'income' });
    const withSplits = await spend('90.00', '2026-11-05', {
      categoryId: undefined,
      splits: [
        { amount: '20.00', categoryId: category.Cafeterías },
        { amount: '30.00', categoryId: category.Gasolina },
        { amount: '40.00', categoryId: category.Supermercado },
      ],
    });
    const trashed = await spend('1.00', '2026-11-05');
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const path = `/v1/budgets/${budget.id}/explain` as const;
    const { items, pages } = await everyItem(api, `${path}?limit=1`);
    expect(pages).toBe(4);
    expect(
      items.map(({ transactionId, splitIndex, counted, category: countedCategory }) => [
        transactionId,
        splitIndex,
        counted,
        countedCategory.name,
      ]),
    ).toEqual([
      [refund.id, null, '-15.00', 'Restaurantes'],
      [withSplits.id, 0, '20.00', 'Cafeterías'],
      [withSplits.id, 2, '40.00', 'Supermercado'],
      [unsplit.id, null, '100.00', 'Restaurantes'],
    ]);
    const { items: _, nextCursor, ...rest } = ok(await api.get(path));
    expect([nextCursor, rest]).toEqual([
      null,
      {
        period: { start: '2026-11-01', end: '2026-11-30' },
        amount: '1000.00',
        spent: '145.00',
        rollover: '1960.00',
        available: '2815.00',
        unconverted: [],
        rolloverCycles: [
          { period: { start: '2026-10-01', end: '2026-10-31' }, amount: '1000.00', spent: '40.00', share: '960.00' },
          { period: { start: '2026-09-01', end: '2026-09-30' }, amount: '1000.00', spent: '0.00', share: '1000.00' },
        ],
      },
    ]);
  });

  it('paging neither skips nor repeats transactions while clients create transactions', async () => {
    const budget = await plan();
    const created = [];
    for (let n = 0; n < 6; n += 1) created.push((await spend('1.00', '2026-11-05')).id);
    const first = ok(await api.get(`/v1/budgets/${budget.id}/explain?limit=3`));
    await spend('1.00', '2026-11-05');
    const second = ok(await api.get(`/v1/budgets/${budget.id}/explain?limit=3&cursor=${first.nextCursor}`));
    expect([...first.items, ...second.items].map(({ transactionId }) => transactionId)).toEqual(created.toReversed());
  });
});
