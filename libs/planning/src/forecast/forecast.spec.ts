import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, dayNumber, Money } from '@app/kernel/pure';
import type { AccountProjection } from '@app/ledger';
import type { BudgetStatus, Plan } from '@app/budgeting';
import type { CycleRest, ForecastItem } from './forecast.js';
import type { ExpectedSchedule } from './expectations.js';
import { expectationsOf, ExpectedSpending } from './expectations.js';
import { accountForecast, itemsOf, restsOf, sharesOf } from './forecast.js';

const TODAY = '2026-11-20';

const written = (value: object): unknown => JSON.parse(JSON.stringify(value));
const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const aPlan = (fields: Partial<Plan> = {}): Plan => ({
  id: 'budget',
  category: { id: 'category', name: 'Despensa', parentId: null },
  type: 'expense',
  schedule: { repeat: 'month', startDate: '2026-01-01', repeatUntil: null },
  amounts: [{ since: '2026-01-01', amount: pesos(1_000_00n) }],
  rolloverSince: null,
  accountId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

const anAccount = (fields: Partial<AccountProjection> = {}): AccountProjection => ({
  id: 'account',
  name: 'BBVA',
  kind: 'asset',
  alertThreshold: null,
  position: pesos(0n),
  rate: 100_000_000n,
  ...fields,
});

const aStatus = (amount: bigint, spent: bigint, rollover = 0n): BudgetStatus => ({
  cycle: { index: 0, start: '2026-11-01', end: '2026-11-30' },
  amount: pesos(amount),
  spent: pesos(spent),
  rollover: pesos(rollover),
  available: pesos(amount + rollover - spent),
  unconverted: [],
});

const aRest = (fields: Partial<CycleRest> = {}): CycleRest => ({
  plan: aPlan(),
  start: '2026-11-01',
  end: '2026-11-30',
  amount: pesos(100_00n),
  ...fields,
});

const nothing = () => pesos(0n);
const sum = (items: readonly { amount: Money }[]) => items.reduce((total, { amount }) => total + amount.minor, 0n);
const amounts = (rests: readonly CycleRest[]) => rests.map(({ amount }) => amount.minor);

describe('budget remainders', () => {
  const rolling = aPlan({ rolloverSince: '2026-01-01' });

  it('uses the available amount in the current cycle and the full amount in later cycles', () => {
    const statuses = [aStatus(1_000_00n, 400_00n, 250_00n), aStatus(1_000_00n, 0n, 850_00n)];
    expect(amounts(restsOf(rolling, statuses, nothing))).toEqual([850_00n, 1_000_00n]);
  });

  it('subtracts transactions that are already dated in a later cycle', () => {
    expect(amounts(restsOf(aPlan(), [aStatus(1_000_00n, 0n), aStatus(1_000_00n, 300_00n)], nothing))).toEqual([
      1_000_00n,
      700_00n,
    ]);
  });

  it('returns zero for an overspent cycle, and carries the excess over if the budget has rollover', () => {
    const statuses = [aStatus(1_000_00n, 2_200_00n), aStatus(1_000_00n, 0n), aStatus(1_000_00n, 0n)];
    expect(amounts(restsOf(rolling, statuses, nothing))).toEqual([0n, 0n, 800_00n]);
    expect(amounts(restsOf(aPlan(), statuses, nothing))).toEqual([0n, 1_000_00n, 1_000_00n]);
  });
});

describe('expected schedule occurrences', () => {
  const aSchedule = (fields: Partial<ExpectedSchedule> = {}): ExpectedSchedule => ({
    id: 'rent',
    accountId: 'account',
    toAccountId: null,
    type: 'expense',
    amount: pesos(90_00n),
    categoryId: 'category',
    series: {
      recurrence: { every: 'month', interval: 1, businessDay: 'none' },
      startDate: '2026-09-25',
      endDate: null,
    },
    rate: 100_000_000n,
    taken: new Set(),
    ...fields,
  });
  const dates = (schedule: ExpectedSchedule, until = '2027-01-31') =>
    expectationsOf(schedule, TODAY, until).map(({ date }) => date);

  it('expects an occurrence on its date, or today if the occurrence is overdue', () => {
    expect(dates(aSchedule())).toEqual([TODAY, TODAY, '2026-11-25', '2026-12-25', '2027-01-25']);
    expect(dates(aSchedule({ taken: new Set(['2026-09-25', '2026-10-25', '2026-12-25']) }))).toEqual([
      '2026-11-25',
      '2027-01-25',
    ]);
  });

  it('counts expected expenses and refunds in the budget of their category', () => {
    const taken = new Set(['2026-09-25', '2026-10-25']);
    const all = [
      aSchedule({ taken }),
      aSchedule({ taken, type: 'income', amount: pesos(20_00n) }),
      aSchedule({ taken, categoryId: 'other' }),
      aSchedule({ taken, amount: Money.ofMinor(1_00n, 'USD'), rate: 1_850_000_000n }),
      aSchedule({ taken, rate: null }),
    ].flatMap((schedule) => expectationsOf(schedule, TODAY, '2026-12-31'));
    const days = new ExpectedSpending(all, 'MXN').within('category', new Set(['category', 'child']));
    const spending = days.within({ start: '2026-11-01', end: '2026-11-30' });
    expect(spending.minor).toBe(88_50n);
    expect(days.within({ start: '2026-11-26', end: '2026-12-24' }).minor).toBe(0n);
    const statuses = [aStatus(1_000_00n, 950_00n), aStatus(1_000_00n, 0n)];
    expect(amounts(restsOf(aPlan(), statuses, () => spending))).toEqual([0n, 911_50n]);
    const rolling = aPlan({ rolloverSince: '2026-01-01' });
    expect(amounts(restsOf(rolling, statuses, () => spending))).toEqual([0n, 873_00n]);
  });

  it('an expected transfer changes each of its active accounts, in the currency of that account', () => {
    const dollars = anAccount({ id: 'dollars', position: Money.zero('USD'), rate: 1_800_000_000n });
    const accounts = new Map([anAccount(), dollars].map((account) => [account.id, account]));
    const moved = { schedule: aSchedule({ type: 'transfer', toAccountId: 'dollars' }), date: TODAY };
    const of = (expectation: typeof moved) =>
      itemsOf(expectation, accounts).map(({ accountId, amount }) => `${accountId} ${amount.toString()}`);
    expect(of(moved)).toEqual(['account -90.00', 'dollars 5.00']);
    expect(of({ schedule: aSchedule({ type: 'income' }), date: TODAY })).toEqual(['account 90.00']);
    expect(
      of({ schedule: aSchedule({ accountId: 'closed', type: 'transfer', toAccountId: 'account' }), date: TODAY }),
    ).toEqual(['account 90.00']);
  });
});

describe('daily shares of a budget remainder', () => {
  it('distributes the remainder from tomorrow until the end of the cycle', () => {
    const shares = sharesOf(aRest(), anAccount(), TODAY, '2027-12-31');
    expect(shares.map(({ date }) => date)).toEqual(Array.from({ length: 10 }, (_, at) => addDays('2026-11-21', at)));
    expect(shares.map(({ amount }) => amount.minor)).toEqual(Array(10).fill(-10_00n));
  });

  it('distributes the remainder over all days of a later cycle', () => {
    const shares = sharesOf(
      aRest({ start: '2026-12-01', end: '2026-12-31', amount: pesos(31n) }),
      anAccount(),
      TODAY,
      '2027-12-31',
    );
    expect(shares).toHaveLength(31);
  });

  it('assigns the remainder to today if today is the last day of the cycle, and to no day if there is no rate', () => {
    expect(written(sharesOf(aRest({ end: TODAY }), anAccount(), TODAY, '2027-12-31'))).toMatchObject([
      { date: TODAY, amount: '-100.00' },
    ]);
    expect(sharesOf(aRest(), anAccount({ rate: null }), TODAY, '2027-12-31')).toEqual([]);
  });

  it('returns positive shares for an income budget', () => {
    expect(sum(sharesOf(aRest({ plan: aPlan({ type: 'income' }) }), anAccount(), TODAY, '2027-12-31'))).toBe(100_00n);
  });

  it('converts the remainder before it is distributed: 100.00 at 18.40 is 5.43', () => {
    const dollars = anAccount({ position: Money.zero('USD'), rate: 1_840_000_000n });
    expect(sum(sharesOf(aRest(), dollars, TODAY, '2027-12-31'))).toBe(-5_43n);
  });

  it('distributes shares that add up to the remainder and differ by at most a cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 1, max: 366 }), (amount, days) => {
        const rest = aRest({ amount: pesos(amount), start: addDays(TODAY, 1), end: addDays(TODAY, days) });
        const shares = sharesOf(rest, anAccount(), TODAY, '2027-12-31').map((share) => -share.amount.minor);
        const least = amount / BigInt(days);
        expect(shares.reduce((total, share) => total + share, 0n)).toBe(amount);
        expect(shares.every((share) => share === least || share === least + 1n)).toBe(true);
      }),
    );
  });
});

describe('account forecast', () => {
  const item = (date: string, amount: bigint): ForecastItem => ({
    kind: 'transaction',
    id: date,
    accountId: 'account',
    date,
    amount: pesos(amount),
  });

  it('returns a point for every day from today', () => {
    const { points } = accountForecast(anAccount({ position: pesos(5_00n) }), [], TODAY, '2026-12-20');
    expect(points).toHaveLength(dayNumber('2026-12-20') - dayNumber(TODAY) + 1);
    expect(written(points[0]!)).toEqual({ date: TODAY, balance: '5.00', free: null, items: [] });
    expect(written(points.at(-1)!)).toMatchObject({ date: '2026-12-20', balance: '5.00' });
  });

  it('reports the first day on which an asset is below its threshold', () => {
    const account = anAccount({ position: pesos(100_00n), alertThreshold: pesos(50_00n) });
    const items = [item('2026-11-22', -50_00n), item('2026-11-24', -1n), item('2026-11-25', 90_00n)];
    const forecast = accountForecast(account, items, TODAY, '2026-11-30');
    expect(forecast.crossesThresholdOn).toBe('2026-11-24');
    expect(forecast.points.map(({ balance }) => balance.minor).slice(0, 6)).toEqual([
      100_00n,
      100_00n,
      50_00n,
      50_00n,
      49_99n,
      139_99n,
    ]);
  });

  it('reports the debt of a liability and the first day on which the debt exceeds the threshold', () => {
    const card = anAccount({ kind: 'liability', position: pesos(-900_00n), alertThreshold: pesos(1_000_00n) });
    const forecast = accountForecast(card, [item('2026-11-21', -200_00n)], TODAY, '2026-11-22');
    expect(written(forecast.points[1]!)).toEqual({
      date: '2026-11-21',
      balance: '1100.00',
      free: null,
      items: [{ kind: 'transaction', id: '2026-11-21', amount: '200.00' }],
    });
    expect(forecast.crossesThresholdOn).toBe('2026-11-21');
  });

  it('reports the lowest balance overall, and the lowest one before the next scheduled income', () => {
    const account = anAccount({ position: pesos(100_00n) });
    const pay = { ...item('2026-11-24', 500_00n), kind: 'schedule' as const, isIncome: true };
    const items = [item('2026-11-22', -50_00n), pay, item('2026-11-26', -530_00n)];
    const { lowest, lowestBeforeNextIncome } = accountForecast(account, items, TODAY, '2026-11-30');
    expect(written({ lowest, lowestBeforeNextIncome })).toMatchObject({
      lowest: { date: '2026-11-26', balance: '20.00' },
      lowestBeforeNextIncome: { date: '2026-11-22', balance: '50.00' },
    });
    expect(accountForecast(account, items.slice(0, 1), TODAY, '2026-11-30').lowestBeforeNextIncome).toBeNull();
  });

  it('reports today as the crossing day if the balance is already beyond the threshold', () => {
    expect(accountForecast(anAccount({ alertThreshold: pesos(1n) }), [], TODAY, TODAY).crossesThresholdOn).toBe(TODAY);
    expect(accountForecast(anAccount(), [], TODAY, TODAY).crossesThresholdOn).toBeNull();
  });
});
