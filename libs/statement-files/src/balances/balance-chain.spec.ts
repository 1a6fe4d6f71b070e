import { describe, expect, it } from '@jest/globals';
import { balanceChain, balanceFit, type BalanceLink } from './balance-chain.js';

/** Parses rows written as `day change balance`, oldest first. `x` is a missing value. */
function chain(...rows: string[]): BalanceLink[] {
  return rows.map((row) => {
    const [day, change, balance] = row.split(' ');
    const amount = (text: string | undefined) => (text === undefined || text === 'x' ? null : BigInt(text));
    return { date: `2026-10-${day!.padStart(2, '0')}`, change: amount(change), balance: amount(balance) };
  });
}

const GOOD = chain('1 100 100', '1 -30 70', '2 50 120', '2 -20 100', '3 -1 99');
const breaksOf = (rows: readonly BalanceLink[], kind: 'asset' | 'liability' = 'asset') => [
  ...balanceChain(rows, kind).breaks,
];

describe('balanceChain', () => {
  it('finds no balance breaks in a consistent statement with the oldest or newest row first', () => {
    expect(breaksOf(GOOD)).toEqual([]);
    expect(breaksOf(GOOD.toReversed())).toEqual([]);
  });

  it('accepts ascending days with descending rows within each day, and vice versa', () => {
    const [a, b, c, d, e] = GOOD as [BalanceLink, BalanceLink, BalanceLink, BalanceLink, BalanceLink];
    expect(breaksOf([e, c, d, a, b])).toEqual([]);
    expect(breaksOf([b, a, d, c, e])).toEqual([]);
  });

  it('reports a balance break only at the row whose amount does not match its balance', () => {
    const wrong = GOOD.map((row, index) => (index === 2 ? { ...row, change: 51n } : row));
    expect(breaksOf(wrong)).toEqual([2]);
    expect(breaksOf(wrong.toReversed())).toEqual([2]);
  });

  it('reports a balance break at the row after a missing row', () => {
    expect(breaksOf(GOOD.toSpliced(1, 1))).toEqual([1]);
    expect(breaksOf(GOOD.toReversed().toSpliced(3, 1))).toEqual([2]);
  });

  it('does not check the balance of a row with errors or of the row after it', () => {
    const rows = GOOD.map((row, index) => (index === 2 ? { ...row, change: null, balance: null } : row));
    expect(breaksOf(rows)).toEqual([]);
  });

  it('sums the amounts of rows without a balance until the next balance', () => {
    expect(breaksOf(chain('1 100 100', '1 -30 x', '2 50 120'))).toEqual([]);
    expect(breaksOf(chain('1 100 100', '1 -30 x', '2 50 121', '3 1 122'))).toEqual([2]);
  });

  it('accepts a liability balance that increases or decreases with expenses', () => {
    const owed = GOOD.map((row) => ({ ...row, change: -row.change! }));
    expect(breaksOf(owed, 'liability')).toEqual([]);
    expect(breaksOf(GOOD, 'liability')).toEqual([]);
    expect(breaksOf(owed, 'asset')).toEqual([1, 2, 3, 4]);
  });

  it('finds no balance breaks at a zero amount, in a single row or without rows', () => {
    expect(breaksOf(chain('1 100 100', '1 0 100', '2 -1 99'))).toEqual([]);
    expect(breaksOf(chain('1 100 7'))).toEqual([]);
    expect(breaksOf([])).toEqual([]);
  });
});

describe('balanceFit', () => {
  it('counts rows whose balance follows from the previous row, but not rows with unchanged balances', () => {
    expect(balanceFit(GOOD, 'asset')).toBe(4);
    expect(balanceFit(chain('1 0 5', '2 0 5', '3 0 5'), 'asset')).toBe(0);
  });
});
