import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayAt, dayNumber } from '@app/kernel/pure';
import { sized } from '../../../test/e2e/support/long-form.js';
import type { DemoAccountKey } from './demo-accounts.js';
import { demoAccount } from './demo-accounts.js';
import type { DemoYear } from './demo-calendar.js';
import { yearUpTo } from './demo-calendar.js';
import { demoRates } from './demo-rates.js';
import type { DemoTransaction } from './demo-transaction.js';
import { effectOn } from './demo-transaction.js';
import { demoTransactions } from './demo-transactions.js';

const todays = fc.integer({ min: dayNumber('2024-01-01'), max: dayNumber('2034-12-31') }).map(dayAt);

function transactionsOf(year: DemoYear): DemoTransaction[] {
  return demoTransactions(year, demoRates(year));
}

function positions(key: DemoAccountKey, transactions: readonly DemoTransaction[], opening: bigint): bigint[] {
  const days = Map.groupBy(transactions, ({ date }) => date);
  let balance = opening;
  return [...days.values()].map((ofDay) => {
    balance = ofDay.reduce((sum, transaction) => sum + effectOn(key, transaction), balance);
    return balance;
  });
}

describe('demo transactions', () => {
  it('creates the same transactions every time for the same date', () => {
    expect(transactionsOf(yearUpTo('2026-11-20'))).toEqual(transactionsOf(yearUpTo('2026-11-20')));
  });

  it('creates transactions of every type, some trashed and a few without a category', () => {
    const transactions = transactionsOf(yearUpTo('2026-11-20'));
    expect([...new Set(transactions.map(({ type }) => type))].sort()).toEqual([
      'adjustment',
      'borrowed',
      'expense',
      'income',
      'lent',
      'repayment_made',
      'repayment_received',
      'transfer',
    ]);
    expect(transactions.filter(({ trashed }) => trashed)).toHaveLength(5);
    expect(
      transactions.filter(({ type, category, splits }) => type === 'expense' && !category && !splits).length,
    ).toBeGreaterThan(3);
  });

  it('creates between 1,200 and 1,700 transactions in date order on any current date', () => {
    fc.assert(
      fc.property(todays, (today) => {
        const year = yearUpTo(today);
        const dates = transactionsOf(year).map(({ date }) => date);
        expect(dates.length).toBeGreaterThan(1_200);
        expect(dates.length).toBeLessThan(1_700);
        expect(dates).toEqual([...dates].sort());
        expect([dates[0]! >= year.first, dates.at(-1)! <= today]).toEqual([true, true]);
      }),
      { numRuns: sized(2, 6) },
    );
  });

  it('never overdraws an asset account or overpays the card on any current date', () => {
    fc.assert(
      fc.property(todays, (today) => {
        const transactions = transactionsOf(yearUpTo(today));
        for (const key of ['cash', 'payroll', 'savings', 'dollars', 'cetes'] as const) {
          const lowest = positions(key, transactions, demoAccount(key).opening).reduce((a, b) => (a < b ? a : b));
          expect(`${key} ${lowest >= 0n}`).toBe(`${key} true`);
        }
        const card = positions('card', transactions, -demoAccount('card').opening).reduce((a, b) => (a > b ? a : b));
        expect(card).toBeLessThanOrEqual(0n);
      }),
      { numRuns: sized(2, 6) },
    );
  });

  it('creates positive amounts and splits that add up', () => {
    for (const { type, amount, splits } of transactionsOf(yearUpTo('2027-03-02'))) {
      if (type !== 'adjustment') expect(amount).toBeGreaterThan(0n);
      if (splits) expect(splits.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount);
      for (const part of splits ?? []) expect(part.amount).toBeGreaterThan(0n);
    }
  });
});
