import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { commit, statement, undo, upload } from '../../libs/importing/test/statements.js';
import { newId } from '../../libs/kernel/src/id/id.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import { hundredths, written } from '../e2e/support/amounts.js';
import type { ApiProcess } from '../e2e/support/api-process.js';
import { startApi } from '../e2e/support/api-process.js';
import { expectNoDrift, runCli } from '../e2e/support/cli.js';
import type { BudgetExplanationView, BudgetView } from '../e2e/support/answers.js';
import type { Client } from '../e2e/support/client.js';
import { aContact, aHousehold, anAccount, ok, someRates } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';
import type { MovingClock } from '../e2e/support/moving-clock.js';
import { aMovingClock } from '../e2e/support/moving-clock.js';
import type { ModelBudget, ModelTransaction } from './budget-model.js';
import { BudgetModel, halfEven, later } from './budget-model.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261128);
const OPERATIONS = sized(110, 240);
const FIRST_DAY = '2024-02-27';
const HARD_DAYS = ['2024-02-29', '2024-02-28', '2024-03-01', '2025-02-28', '2024-12-31', '2025-01-01', '2024-01-31'];
const REPEATS = ['month', 'year', 'once', 'week', 'two_weeks'];

interface Draw {
  readonly what: number;
  readonly pick: number;
  readonly other: number;
  readonly cents: number;
  readonly day: number;
  readonly flag: boolean;
}

let clock: MovingClock;
let database: TestDatabase;
let service: ApiProcess;
let workspaceId: string;
let api: Client;
let contactId: string;
let compared = 0;
const undone = new Set<string>();
const model = new BudgetModel(FIRST_DAY);

beforeAll(async () => {
  clock = aMovingClock(FIRST_DAY);
  database = await createTestDatabase();
  service = await startApi({ database, env: clock.env });
  const home = await aHousehold(service);
  ({ workspaceId, api } = home);
  contactId = await aContact(database, workspaceId);
  await database.query(`delete from ledger_categories where workspace_id = $1`, [workspaceId]);
  await plantTrees();
  for (const [currency, fixedRate] of [['MXN'], ['USD'], ['EUR'], ['GBP', '23.45678901']] as [string, string?][]) {
    const fixed = fixedRate === undefined ? {} : { fxMode: 'fixed', fixedRate };
    const { id } = await anAccount(api, { currency, ...fixed });
    model.accounts.push({
      id,
      currency,
      fixedRate: fixedRate === undefined ? null : BigInt(fixedRate.replace('.', '')),
    });
  }
  await someRates(database, ['USD', 'MXN', '2024-01-10', '17.12345678']);
  model.rates.push({ currency: 'USD', day: '2024-01-10', rate: 1_712_345_678n });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  clock.remove();
});

async function plantTrees(): Promise<void> {
  const plant = async (name: string, kind: 'expense' | 'income', parent: string | null): Promise<string> => {
    const { id } = ok(await api.post('/v1/categories', { name, kind, ...(parent !== null && { parentId: parent }) }));
    model.categories.push({ id, name, kind, parent });
    return id;
  };
  for (const [kind, letter] of [
    ['expense', 'G'],
    ['expense', 'H'],
    ['income', 'I'],
  ] as const) {
    const root = await plant(letter, kind, null);
    for (const branch of ['a', 'b']) {
      const second = await plant(letter + branch, kind, root);
      const third = await plant(`${letter}${branch}x`, kind, second);
      await plant(`${letter}${branch}xy`, kind, third);
    }
  }
}

/** Imports a rate for a day, which revalues transactions that use it. */
async function arrive(currency: string, day: string, rate: bigint): Promise<void> {
  const file = join(tmpdir(), `centavo-rates-${newId()}.csv`);
  const digits = rate.toString().padStart(9, '0');
  writeFileSync(file, `date,quote,base,rate\n${day},${currency},MXN,${digits.slice(0, -8)}.${digits.slice(-8)}\n`);
  const { code, errors } = await runCli(database, 'rates', 'import', file);
  rmSync(file);
  expect([code, errors]).toEqual([0, '']);
  const known = model.rates.findIndex((known) => known.currency === currency && known.day === day);
  if (known >= 0) model.rates.splice(known, 1);
  model.rates.push({ currency, day, rate });
}

const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length]!;
const dayOf = ({ day }: Draw) => (day < HARD_DAYS.length ? HARD_DAYS[day]! : later('2023-10-01', day));
const ofKind = (type: string, { pick, flag }: Draw) =>
  // A fifth of the transactions are refunds or reversals: their category has the opposite kind.
  at(
    model.categories.filter(({ kind }) => (kind === type) !== (flag && pick % 5 === 0)),
    pick,
  ).id;

function drawn(draw: Draw): { fields: Record<string, unknown>; kept: Omit<ModelTransaction, 'id' | 'importId'> } {
  const type = draw.other % 3 === 0 ? 'income' : 'expense';
  const account = at(model.accounts, draw.other).id;
  const amount = BigInt(draw.cents);
  const split = draw.cents > 10 && draw.pick % 4 === 0;
  const [first, second] = [amount / 3n, amount / 4n];
  const debt = type === 'expense' ? 'lent' : 'borrowed';
  const parts = split
    ? [
        { type, amount: first, category: ofKind(type, draw) },
        { type: debt, amount: second, category: null },
        {
          type,
          amount: amount - first - second,
          category: draw.flag ? ofKind(type, { ...draw, pick: draw.pick + 3 }) : null,
        },
      ]
    : [];
  const category = split || draw.pick % 9 === 1 ? null : ofKind(type, draw);
  const modelled = { account, type, date: dayOf(draw), amount, category, parts, trashedOn: null };
  const fields = {
    accountId: account,
    type,
    date: modelled.date,
    amount: written(amount),
    description: `drawn ${draw.cents}`,
    ...(split
      ? {
          splits: parts.map((part) => ({
            amount: written(part.amount),
            type: part.type,
            ...(part.type === debt && { contactId }),
            ...(part.category !== null && { categoryId: part.category }),
          })),
        }
      : { categoryId: category }),
  };
  return { fields, kept: modelled };
}

async function enter(draw: Draw): Promise<void> {
  const { fields, kept: modelled } = drawn(draw);
  const { id } = ok(await api.post('/v1/transactions', fields));
  model.transactions.push({ id, importId: null, ...modelled });
}

async function edit(draw: Draw, transaction: ModelTransaction): Promise<void> {
  const { fields, kept: modelled } = drawn(draw);
  const path = `/v1/transactions/${transaction.id}` as const;
  if (draw.cents % 3 === 0) {
    ok(await api.patch(path, { date: modelled.date }));
    transaction.date = modelled.date;
  } else if (draw.cents % 3 === 1 && transaction.parts.length === 0) {
    ok(await api.patch(path, { categoryId: modelled.category }));
    transaction.category = modelled.category;
  } else {
    ok(await api.patch(path, { ...fields, ...(modelled.parts.length === 0 && { splits: null }) }));
    Object.assign(transaction, modelled);
  }
}

async function turn(transaction: ModelTransaction): Promise<void> {
  const path = `/v1/transactions/${transaction.id}` as const;
  if (transaction.trashedOn === null) {
    ok(await api.delete(path));
    transaction.trashedOn = model.today;
  } else if (later(transaction.trashedOn, 29) > model.today) {
    ok(await api.post(`${path}/restore`));
    transaction.trashedOn = null;
  }
}

/** Commits a statement with categories, or undoes an earlier commit, including transactions that were edited since. */
async function importOrUndo(draw: Draw): Promise<void> {
  const imported = at([null, ...new Set(model.transactions.map(({ importId }) => importId))], draw.pick);
  if (imported !== null) {
    await undo(api, { id: imported });
    if (undone.has(imported)) return;
    undone.add(imported);
    for (const transaction of model.transactions)
      if (transaction.importId === imported) transaction.trashedOn ??= model.today;
    return;
  }
  const account = at(model.accounts, draw.other);
  const rows = Array.from({ length: 1 + (draw.cents % 6) }, (_, n) => {
    const row = { ...draw, pick: draw.pick + n, day: draw.day + n * 11 };
    return {
      date: dayOf(row),
      cents: draw.cents + n,
      category: at(model.categories, row.pick),
      out: (n + draw.pick) % 3 > 0,
    };
  });
  const file = statement(
    rows.map(({ date, cents, category, out }, n) => [
      date,
      `statement ${newId()} ${n}`,
      written(BigInt(out ? -cents : cents)),
      category.name,
    ]),
    'Categoría',
  );
  const draft = ok(await upload(api, account.id, file));
  const committed = await commit(api, draft);
  expect(committed.status).toBe('committed');
  const { items } = ok(await api.get(`/v1/transactions?importId=${committed.id}&limit=200`));
  expect(items).toHaveLength(rows.length);
  for (const item of items) {
    model.transactions.push({
      id: item.id,
      account: account.id,
      type: item.type,
      date: item.date,
      amount: hundredths(item.amount),
      category: rows.find(({ category }) => category.id === item.category!.id)!.category.id,
      parts: [],
      trashedOn: null,
      importId: committed.id,
    });
  }
}

/** Creates a budget of a random kind. SQL inserts the kinds that the API no longer creates. */
async function plan(draw: Draw): Promise<void> {
  const category = at(model.categories, draw.pick);
  const repeat = at(REPEATS, draw.other);
  const start = dayOf(draw);
  const until = draw.cents % 4 === 0 ? later(start, draw.pick % 500) : null;
  const type = draw.pick % 7 === 0 ? (category.kind === 'income' ? 'expense' : 'income') : category.kind;
  const amount = BigInt(draw.cents);
  const stored = repeat === 'week' || repeat === 'two_weeks';
  const id: string = stored
    ? newId()
    : ok(
        await api.post('/v1/budgets', {
          categoryId: category.id,
          amount: written(amount),
          repeat,
          startDate: start,
          repeatUntil: until,
          budgetType: type,
          rolloverEnabled: draw.flag,
        }),
      ).id;
  if (stored) {
    await database.query(
      `with b as (
         insert into budgeting_budgets (workspace_id, id, category_id, type, repeat, start_date, repeat_until, rollover_since, created_at)
         values ($1, $2, $3, $4, $5, $6::date, $7, $8, now()) returning workspace_id, id)
       insert into budgeting_amounts (workspace_id, budget_id, since, amount) select workspace_id, id, $6::date, $9 from b`,
      [workspaceId, id, category.id, type, repeat, start, until, draw.flag ? start : null, amount],
    );
  }
  const amounts = [{ givenOn: FIRST_DAY, amount }];
  model.budgets.push({
    id,
    category: category.id,
    type,
    repeat,
    start,
    until,
    amounts,
    rollsFrom: draw.flag ? start : null,
  });
}

async function change(draw: Draw, budget: ModelBudget): Promise<void> {
  const path = `/v1/budgets/${budget.id}` as const;
  if (draw.cents % 3 === 0) {
    const rolloverEnabled = budget.rollsFrom === null;
    ok(await api.patch(path, { rolloverEnabled }));
    budget.rollsFrom = rolloverEnabled ? model.nearest(budget, model.today).start : null;
  } else if (draw.cents % 3 === 1) {
    ok(await api.patch(path, { amount: written(BigInt(draw.cents)) }));
    budget.amounts.push({ givenOn: model.today, amount: BigInt(draw.cents) });
  } else if (budget.repeat !== 'once') {
    const repeatUntil = draw.flag ? null : later(budget.start, draw.pick % 600);
    ok(await api.patch(path, { repeatUntil }));
    budget.until = repeatUntil;
  }
}

async function reorder(draw: Draw): Promise<void> {
  const moving = at(model.categories, draw.pick);
  const path = `/v1/categories/${moving.id}` as const;
  const isLeaf = model.categories.every(({ parent }) => parent !== moving.id);
  const others = model.categories.filter(({ id, kind }) => id !== moving.id && kind === moving.kind);
  if (draw.cents % 3 === 0) {
    ok(await api.patch(path, { archived: draw.flag }));
  } else if (draw.cents % 3 === 1 && isLeaf && model.categories.length > 9) {
    const heir = at(others, draw.other).id;
    await leaveTo(heir, moving.id);
  } else {
    const parentId = at([null, ...others.map(({ id }) => id)], draw.other);
    const { status } = await api.patch(path, { parentId });
    if (status === 200) moving.parent = parentId;
  }
}

async function leaveTo(heir: string, deleted: string): Promise<void> {
  ok(await api.delete(`/v1/categories/${deleted}?moveTo=${heir}`));
  for (const transaction of model.transactions) {
    if (transaction.category === deleted) transaction.category = heir;
    for (const part of transaction.parts) if (part.category === deleted) part.category = heir;
  }
  for (const budget of model.budgets) if (budget.category === deleted) budget.category = heir;
  model.categories = model.categories.filter(({ id }) => id !== deleted);
}

async function convertAccount(draw: Draw): Promise<void> {
  const account = at(model.accounts.slice(1), draw.pick);
  const fixedRate = draw.flag ? 100_000_000n + BigInt(draw.cents) * 12_347n : null;
  const text = fixedRate?.toString().padStart(9, '0');
  ok(
    await api.patch(
      `/v1/accounts/${account.id}`,
      text === undefined
        ? { fxMode: 'auto', fixedRate: null }
        : { fxMode: 'fixed', fixedRate: `${text.slice(0, -8)}.${text.slice(-8)}` },
    ),
  );
  account.fixedRate = fixedRate;
}

async function step(draw: Draw): Promise<void> {
  const { what, pick } = draw;
  const transaction = model.transactions[pick % Math.max(1, model.transactions.length)];
  const budget = model.budgets[pick % Math.max(1, model.budgets.length)];
  if (what < 8 && model.budgets.length < 18) return plan(draw);
  if (transaction === undefined || budget === undefined || what < 38) return enter(draw);
  if (what < 52) return transaction.trashedOn === null ? edit(draw, transaction) : turn(transaction);
  if (what < 64) return turn(transaction);
  if (what < 70) return importOrUndo(draw);
  if (what < 84) return change(draw, budget);
  if (what < 91) return reorder(draw);
  if (what < 94) return convertAccount(draw);
  model.today = later(model.today, pick % 45);
  clock.moveTo(model.today);
}

const shown = ({ period, amount, spent, rollover, available, unconverted }: BudgetView | BudgetExplanationView) => ({
  period,
  amount,
  spent,
  rollover,
  available,
  unconverted: (unconverted as string[]).toSorted(),
});

async function compare(step: number, day: string): Promise<void> {
  for (const type of ['expense', 'income'] as const) {
    const listed = ok(await api.get(`/v1/budgets?type=${type}&date=${day}`));
    const running = model.budgets.filter((budget) => budget.type === type && model.runsOn(budget, day));
    expect([step, day, listed.map(({ id }) => id as string).sort()]).toEqual([
      step,
      day,
      running.map(({ id }) => id).sort(),
    ]);
    for (const item of listed) {
      const budget = model.budgets.find(({ id }) => id === item.id)!;
      expect([step, day, budget.repeat, shown(item)]).toEqual([step, day, budget.repeat, model.standing(budget, day)]);
      compared += 1;
    }
  }
}

/** Compares a budget with the model on a day within or outside its cycles. Checks that its explanation adds up. */
async function compareOne(step: number, budget: ModelBudget, day: string): Promise<void> {
  const expected = model.standing(budget, day);
  const answered = shown(ok(await api.get(`/v1/budgets/${budget.id}?date=${day}`)));
  expect([step, day, budget.repeat, answered]).toEqual([step, day, budget.repeat, expected]);
  const explained = ok(await api.get(`/v1/budgets/${budget.id}/explain?date=${day}&limit=200`));
  const sum = (amounts: string[]) => written(amounts.reduce((total, amount) => total + hundredths(amount), 0n));
  expect(shown(explained)).toEqual(expected);
  expect(sum(explained.items.map(({ counted }) => counted ?? '0.00'))).toBe(expected.spent);
  expect(sum(explained.rolloverCycles.map(({ share }) => share))).toBe(expected.rollover);
  compared += 1;
}

it(`every figure of every budget equals the result of a loop over all transactions (seed ${SEED})`, async () => {
  const draw: fc.Arbitrary<Draw> = fc.record({
    what: fc.nat(99),
    pick: fc.nat(10_000),
    other: fc.nat(10_000),
    cents: fc.integer({ min: 1, max: 999_99 }),
    day: fc.nat(800),
    flag: fc.boolean(),
  });
  const [draws] = fc.sample(fc.array(draw, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' }), {
    seed: SEED,
    numRuns: 1,
  });
  // Creates all budgets early, so that every change affects every kind of budget.
  for (const drawing of draws!.slice(0, 15)) await plan(drawing);
  const share = (part: number) => Math.floor(OPERATIONS * part);
  for (const [count, drawing] of draws!.entries()) {
    await step(drawing);
    // Makes rare changes at fixed steps.
    if (count % 60 === 20) await change({ ...drawing, cents: 3 * drawing.pick + 1 }, model.budgets[0]!);
    if (count === share(0.4)) await leaveAFullCategory();
    if (count === share(0.3)) await arrive('EUR', '2024-04-05', 1_998_765_432n);
    if (count === share(0.45)) await arrive('USD', '2023-09-01', 1_689_999_999n);
    if (count === share(0.5)) await rebase('USD');
    if (count === share(0.65)) await arrive('EUR', '2023-10-10', 1_954_321_098n);
    if (count === share(0.85)) await rebase('MXN');
    if (count % 8 === 5) await compare(count, dayOf({ ...drawing, day: drawing.other % 900 }));
    if (count % 4 === 2)
      await compareOne(count, at(model.budgets, drawing.pick), dayOf({ ...drawing, day: drawing.cents % 900 }));
  }
  for (const budget of model.budgets) {
    for (let day = 0; day < 900; day += sized(149, 83))
      await compareOne(OPERATIONS, budget, dayOf({ ...draws![0]!, day }));
  }
  const met = {
    budgets: new Set(model.budgets.map(({ repeat }) => repeat)).size,
    changedAmounts: model.budgets.some(({ amounts }) => amounts.length > 2),
    parts: model.transactions.some(({ parts }) => parts.length > 0),
    trashed: model.transactions.some(({ trashedOn }) => trashedOn !== null),
    imported: model.transactions.some(({ importId, trashedOn }) => importId !== null && trashedOn === null),
    moved: model.categories.length < 21,
    days: model.today > '2024-06-01',
  };
  expect(met).toEqual({
    budgets: 5,
    changedAmounts: true,
    parts: true,
    trashed: true,
    imported: true,
    moved: true,
    days: true,
  });
  expect(compared).toBeGreaterThan(OPERATIONS);
  await expectNoDrift(database, workspaceId);
});

async function leaveAFullCategory(): Promise<void> {
  const filed = (category: string) =>
    model.transactions.filter((transaction) => transaction.category === category).length;
  const leaves = model.categories.filter(({ id }) => model.categories.every(({ parent }) => parent !== id));
  const deleted = leaves.toSorted((a, b) => filed(b.id) - filed(a.id))[0]!;
  expect(filed(deleted.id)).toBeGreaterThan(1);
  await leaveTo(model.categories.find(({ id, kind }) => id !== deleted.id && kind === deleted.kind)!.id, deleted.id);
}

async function rebase(base: string): Promise<void> {
  ok(await api.patch('/v1/workspace', { baseCurrency: base }));
  model.rebase(base);
}

it('the model of this test rounds half-even and clamps months', () => {
  expect([halfEven(5n, 10n), halfEven(15n, 10n), halfEven(-25n, 10n)]).toEqual([0n, 2n, -2n]);
  const budget = { repeat: 'month', start: '2024-01-31', until: null } as ModelBudget;
  expect(model.nearest(budget, '2024-03-01')).toEqual({ start: '2024-02-29', end: '2024-03-30' });
});
