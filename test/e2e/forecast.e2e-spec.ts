import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays, addMonths, firstOfMonth } from '../../libs/kernel/src/calendar/day-number.js';
import { hundredths } from './support/amounts.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { AccountView, ForecastView } from './support/answers.js';
import type { Client } from './support/client.js';
import { aHousehold, anAccount, aTransaction, balanceOf, ok } from './support/household.js';

let service: Service;
let api: Client;
let account: AccountView;
let today: string;
let groceries: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  api = (await aHousehold(service)).api;
  account = await anAccount(api, { openingBalance: '1000.00', alertThreshold: '900.00' });
  today = ok(await api.get('/v1/exchange-rates/latest?quote=MXN')).asOf;
  groceries = ok(await api.get('/v1/categories')).find(({ kind }) => kind === 'expense')!.id;
});

const forecast = async (query = '') => ok(await api.get(`/v1/forecast${query}` as `/v1/forecast?${string}`));
const of = ({ accounts }: ForecastView, { id }: AccountView) => accounts.find(({ accountId }) => accountId === id)!;
const plan = async (fields: Record<string, unknown> = {}) =>
  ok(
    await api.post('/v1/budgets', {
      ...{ categoryId: groceries, amount: '310.00', repeat: 'month', startDate: nextMonth(), accountId: account.id },
      ...fields,
    }),
  );
const nextMonth = () => firstOfMonth(addMonths(today, 1));

describe('forecasts', () => {
  it('a forecast has one point per day, by default for 30 days', async () => {
    const answer = await forecast();
    expect(answer).toMatchObject({ until: addDays(today, 30), unplaced: [] });
    const { points, ...rest } = of(answer, account);
    expect(rest).toEqual({
      ...{ accountId: account.id, currency: 'MXN', alertThreshold: '900.00', crossesThresholdOn: null },
      ...{ lowest: { date: today, balance: '1000.00' }, lowestBeforeNextIncome: null },
    });
    expect(points.map(({ date }) => date)).toEqual(Array.from({ length: 31 }, (_, at) => addDays(today, at)));
    expect(new Set(points.map(({ balance }) => balance))).toEqual(new Set(['1000.00']));
  });

  it('a forecast includes future transactions and transfers, and returns the first day below the threshold', async () => {
    const savings = await anAccount(api, { name: 'Ahorro' });
    const day = addDays(today, 5);
    const { id } = await aTransaction(api, { accountId: account.id, date: day, amount: '60.00' });
    const moved = await aTransaction(api, {
      ...{ accountId: account.id, toAccountId: savings.id, type: 'transfer', date: addDays(today, 7), amount: '50.00' },
    });
    expect(await balanceOf(api, account.id)).toBe('890.00');
    const answer = await forecast();
    const [from, to] = [of(answer, account), of(answer, savings)];
    expect(from.points[4]!.balance).toBe('1000.00');
    expect(from.points[5]).toEqual({
      date: day,
      balance: '940.00',
      free: null,
      items: [{ kind: 'transaction', id, amount: '-60.00' }],
    });
    expect(from.crossesThresholdOn).toBe(addDays(today, 7));
    expect(to.points[7]).toMatchObject({
      balance: '50.00',
      items: [{ kind: 'transaction', id: moved.id, amount: '50.00' }],
    });
  });

  it('a forecast skips matched and paused occurrences, and deducts scheduled expenses from their budgets', async () => {
    const savings = await anAccount(api, { name: 'Ahorro' });
    const budget = await plan({ startDate: firstOfMonth(today), amount: '9000.00' });
    const schedule = async (fields: Record<string, unknown>) =>
      ok(
        await api.post('/v1/schedules', {
          ...{
            accountId: account.id,
            type: 'expense',
            amount: '100.00',
            description: 'Renta',
            startDate: addDays(today, 3),
          },
          ...{ recurrence: { every: 'week' }, ...fields },
        }),
      );
    const rent = await schedule({ categoryId: groceries });
    const pay = await schedule({ type: 'income', amount: '400.00', startDate: addDays(today, 8) });
    const late = await schedule({
      type: 'transfer',
      toAccountId: savings.id,
      startDate: addDays(today, -9),
      recurrence: { every: 'once' },
    });
    const paused = await schedule({});
    ok(await api.patch(`/v1/schedules/${paused.id}`, { status: 'paused' }));
    const early = await aTransaction(api, {
      accountId: account.id,
      amount: '100.00',
      date: addDays(today, 9),
      categoryId: groceries,
    });
    expect(early.scheduleId).toBe(rent.id);
    const end = addDays(addMonths(firstOfMonth(today), 2), -1);
    const answer = await forecast(`?until=${end}`);
    const { points, lowest, lowestBeforeNextIncome } = of(answer, account);
    const items = points.flatMap((point) => point.items.map((item) => ({ ...item, date: point.date })));
    const dates = (id: string) => items.filter((item) => item.id === id).map(({ date }) => date);
    const weekly = (from: string) =>
      points
        .map(({ date }) => date)
        .filter((date) => date >= from)
        .filter((_, at) => at % 7 === 0);
    expect(dates(rent.id)).toEqual(weekly(addDays(today, 3)).filter((date) => date !== addDays(today, 10)));
    expect(dates(pay.id)).toEqual(weekly(addDays(today, 8)));
    expect([dates(late.id), dates(paused.id)]).toEqual([[today], []]);
    expect(of(answer, savings).points[0]).toMatchObject({
      balance: '100.00',
      items: [{ kind: 'schedule', id: late.id }],
    });
    const spent = items.filter(({ id }) => [budget.id, rent.id, early.id].includes(id));
    expect(spent.reduce((sum: bigint, { amount }) => sum + hundredths(amount), 0n)).toBe(-18_000_00n);
    let balance = 1000_00n;
    for (const point of points) {
      for (const { amount } of point.items) balance += hundredths(amount);
      expect(hundredths(point.balance)).toBe(balance);
    }
    const lowestOf = (subset: typeof points) =>
      subset.reduce((low, point) => (hundredths(point.balance) < hundredths(low.balance) ? point : low));
    expect(lowest).toEqual({ date: lowestOf(points).date, balance: lowestOf(points).balance });
    const before = lowestOf(points.filter(({ date }) => date < addDays(today, 8)));
    expect(lowestBeforeNextIncome).toEqual({ date: before.date, balance: before.balance });
  });

  it('a forecast spreads the rest of a budget over the days of its cycle without rounding differences', async () => {
    const budget = await plan();
    const end = addDays(addMonths(nextMonth(), 1), -1);
    await aTransaction(api, { accountId: account.id, date: end, amount: '9.99', categoryId: groceries });
    const { points } = of(await forecast(`?until=${end}`), account);
    const items = points.flatMap((point) => point.items.filter(({ id }) => id === budget.id));
    expect(items.reduce((sum: bigint, { amount }) => sum + hundredths(amount), 0n)).toBe(-300_01n);
    expect(points.at(-1)!.balance).toBe('690.00');
    expect(points.filter(({ date }) => date < nextMonth()).every(({ items: dayItems }) => dayItems.length === 0)).toBe(
      true,
    );
  });

  it('a budget without an account uses the most used account of its category, or unplaced lists the budget', async () => {
    const card = await anAccount(api, { name: 'Tarjeta', typeId: 'credit_card' });
    const budget = await plan({ accountId: null });
    expect((await forecast(`?until=${addDays(nextMonth(), 3)}`)).unplaced).toEqual([budget.id]);
    await aTransaction(api, { accountId: card.id, date: addDays(today, -3), categoryId: groceries });
    const answer = await forecast(`?until=${addDays(nextMonth(), 3)}`);
    expect(answer.unplaced).toEqual([]);
    expect(of(answer, account).points.at(-1)!.balance).toBe('1000.00');
    expect(of(answer, card).points.at(-1)!.items).toEqual([
      { kind: 'budget', id: budget.id, amount: expect.not.stringContaining('-') },
    ]);
  });

  it('deducts the budgets of subcategories from the budget of the parent category', async () => {
    const child = ok(await api.post('/v1/categories', { name: 'Tortas', kind: 'expense', parentId: groceries }));
    const savings = await anAccount(api, { name: 'Ahorro' });
    const startDate = firstOfMonth(today);
    const above = await plan({ startDate, amount: '12000.00', repeat: 'year' });
    const narrow = await plan({ startDate, amount: '310.00', categoryId: child.id, accountId: savings.id });
    const twin = await plan({ startDate, amount: '500.00', categoryId: child.id });
    const refunds = await plan({ startDate, amount: '70.00', budgetType: 'income' });
    await aTransaction(api, { accountId: account.id, date: today, amount: '10.00', categoryId: child.id });
    const end = addDays(addMonths(startDate, 1), -1);
    const sums = async (until: string, upTo = until) => {
      const items = (await forecast(`?until=${until}`)).accounts.flatMap(({ points }) =>
        points.filter(({ date }) => date <= upTo).flatMap((point) => point.items),
      );
      const total = (id: string) =>
        items.filter((item) => item.id === id).reduce((sum: bigint, { amount }) => sum + hundredths(amount), 0n);
      return [narrow, twin, above, refunds].map(({ id }) => total(id));
    };
    const [first, second, annual] = await sums(addDays(addMonths(startDate, 12), -1));
    // The parent category has 11,990.00 left. Its subcategory uses 490.00 of it this month and 11 × 500.00 later.
    expect([first, second, annual]).toEqual([-3_710_00n, -2_280_00n, -6_000_00n]);
    expect((await sums(end))[3]).toBe(80_00n);
    expect(await sums(end)).toEqual(await sums(addMonths(today, 6), end));
  });

  it('unplaced lists the schedules of inactive accounts', async () => {
    const startDate = addDays(today, 2);
    const savings = await anAccount(api, { name: 'Ahorro' });
    const schedule = { amount: '40.00', description: 'Aportación', recurrence: { every: 'once' }, startDate };
    const schedules = [
      ok(await api.post('/v1/schedules', { ...schedule, accountId: savings.id, type: 'expense' })),
      ok(
        await api.post('/v1/schedules', {
          ...{ ...schedule, accountId: account.id, toAccountId: savings.id, type: 'transfer' },
        }),
      ),
    ];
    expect((await forecast()).unplaced).toEqual([]);
    ok(await api.post(`/v1/accounts/${savings.id}/archive`));
    expect([...(await forecast()).unplaced].sort()).toEqual(schedules.map(({ id }) => id).sort());
    expect((await forecast(`?until=${addDays(today, 1)}`)).unplaced).toEqual([]);
  });

  it('each balance equals the previous balance plus the items of the day', async () => {
    await plan({ startDate: addMonths(nextMonth(), -2), amount: '777.77', rolloverEnabled: true });
    await plan({ repeat: 'year', budgetType: 'income', amount: '1234.56' });
    for (const { points } of (await forecast(`?until=${addMonths(today, 12)}`)).accounts) {
      for (const [at, point] of points.entries()) {
        const before = at === 0 ? hundredths(point.balance) : hundredths(points[at - 1]!.balance);
        const items = point.items.reduce((sum: bigint, { amount }) => sum + hundredths(amount), 0n);
        expect(hundredths(point.balance)).toBe(before + items);
      }
    }
  });

  it('rejects an until date that is in the past, more than a year ahead or invalid', async () => {
    for (const until of [addDays(today, -1), addDays(addMonths(today, 12), 1), '2026-02-30', 'x']) {
      const refused = await api.get(`/v1/forecast?until=${until}`);
      expect([refused.status, refused.body.errors![0]!.parameter]).toEqual([400, 'until']);
    }
    expect((await forecast(`?until=${today}`)).accounts[0]!.points).toHaveLength(1);
  });

  it('a forecast does not contain accounts of another workspace', async () => {
    const otherHome = await aHousehold(service);
    expect(ok(await otherHome.api.get('/v1/forecast')).accounts).toEqual([]);
  });
});

describe('the limits of a forecast', () => {
  const fillUpTo = (count: number) =>
    service.database.query(
      `insert into ledger_accounts
         (workspace_id, id, name, type_key, kind, currency, opening_position, opening_date, position, fx_mode, status, created_at, updated_at)
       select a.workspace_id, gen_random_uuid(), 'Cuenta ' || n, a.type_key, a.kind, a.currency, 0, a.opening_date, 0, 'auto',
         'active', a.created_at, a.updated_at
       from ledger_accounts a, generate_series(1 + (select count(*) from ledger_accounts where workspace_id = a.workspace_id), $2) n
       where a.id = $1`,
      [account.id, count],
    );

  it('rejects a forecast of more than 50,000 points and returns the latest allowed date', async () => {
    await fillUpTo(500);
    const refused = await api.get(`/v1/forecast?until=${addDays(today, 100)}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          parameter: 'until',
          code: 'TOO_MANY_POINTS',
          detail: `must be ${addDays(today, 99)} or earlier: a forecast has at most 50000 points`,
        },
      ],
    ]);
    expect((await forecast(`?until=${addDays(today, 99)}`)).accounts).toHaveLength(500);
  });

  it('rejects more than 1,000 accounts in a workspace', async () => {
    await fillUpTo(999);
    await anAccount(api);
    const refused = await api.post('/v1/accounts', { name: 'Otra', typeId: account.type.id });
    expect([refused.status, refused.body.code]).toEqual([409, 'ACCOUNT_LIMIT_REACHED']);
  });

  it('rejects more than 1,000 budgets in a workspace', async () => {
    const first = await plan({ repeat: 'month' });
    await service.database.query(
      `insert into budgeting_budgets (workspace_id, id, category_id, type, repeat, start_date, created_at)
       select workspace_id, gen_random_uuid(), category_id, type, repeat, start_date, created_at
       from budgeting_budgets, generate_series(2, 1000) where id = $1`,
      [first.id],
    );
    const refused = await api.post('/v1/budgets', {
      ...{ categoryId: first.category.id, amount: '1.00', repeat: 'month' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'BUDGET_LIMIT_REACHED']);
  });

  it('rejects a forecast of more than 20,000 dated transactions and returns the latest allowed date', async () => {
    const { id } = await aTransaction(api, { accountId: account.id, date: addDays(today, 10), amount: '1.00' });
    await service.database.query(
      `insert into ledger_transactions
         (workspace_id, id, account_id, type, date, description, amount, currency, signed_amount, created_at, updated_at)
       select workspace_id, gen_random_uuid(), account_id, type, date + n % 2, description, amount, currency, signed_amount,
         created_at, updated_at
       from ledger_transactions, generate_series(1, 20000) n where id = $1`,
      [id],
    );
    const refused = await api.get(`/v1/forecast?until=${addDays(today, 20)}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          parameter: 'until',
          code: 'TOO_MANY_POINTS',
          detail: `must be ${addDays(today, 10)} or earlier: a forecast has at most 20000 dated transactions`,
        },
      ],
    ]);
    expect((await forecast(`?until=${addDays(today, 10)}`)).accounts).toHaveLength(1);
  });

  it('rejects a forecast of more than 5,000 pairs of nested budgets', async () => {
    const { category } = await plan({ repeat: 'month' });
    // Creates a chain of 100 nested categories with budgets.
    await service.database.query(
      `with recursive chain as (
         select c.workspace_id, c.id as parent_id, gen_random_uuid() as id, c.kind, c.created_at, 1 as n
         from ledger_categories c where c.id = $1
         union all
         select workspace_id, id, gen_random_uuid(), kind, created_at, n + 1 from chain where n < 100
       ), created as (
         insert into ledger_categories (workspace_id, id, parent_id, kind, name, created_at)
         select workspace_id, id, parent_id, kind, 'Nivel ' || n, created_at from chain
       ), budgets as (
         insert into budgeting_budgets (workspace_id, id, category_id, type, repeat, start_date, created_at)
         select b.workspace_id, chain.id, chain.id, b.type, b.repeat, b.start_date, b.created_at
         from budgeting_budgets b cross join chain where b.category_id = $1
       )
       insert into budgeting_amounts (workspace_id, budget_id, since, amount)
       select a.workspace_id, chain.id, a.since, a.amount from budgeting_amounts a
       join budgeting_budgets b on b.id = a.budget_id cross join chain where b.category_id = $1`,
      [category.id],
    );
    const refused = await api.get('/v1/forecast');
    expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([400, 'TOO_MANY_POINTS']);
  });
});
