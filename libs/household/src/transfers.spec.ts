import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '../../../test/e2e/support/long-form.js';
import type { Balance } from './transfers.js';
import { maximumOf, settle } from './transfers.js';

const SEED = 20261129;
const balance = (memberId: string, amount: bigint): Balance => ({ memberId, balance: amount });

/** Balances that add up to zero. Many are equal or zero, because the order matters most for ties. */
const balances = fc
  .array(fc.oneof(fc.bigInt(-3n, 3n), fc.bigInt(-(10n ** 18n), 10n ** 18n)), { minLength: 1, maxLength: 40 })
  .map((amounts) => [...amounts, -amounts.reduce((sum, amount) => sum + amount, 0n)])
  .map((amounts) => amounts.map((amount, at) => balance(`m${at}`, amount)));

describe('the transfers that settle balances', () => {
  it('the largest debtor pays the largest creditor first', () => {
    expect(settle([balance('a', 500n), balance('b', -200n), balance('c', -400n), balance('d', 100n)])).toEqual([
      { from: 'c', to: 'a', amount: 400n },
      { from: 'b', to: 'a', amount: 100n },
      { from: 'b', to: 'd', amount: 100n },
    ]);
    expect(settle([balance('a', 0n)])).toEqual([]);
    expect(settle([])).toEqual([]);
  });

  it(`transfers bring every balance to zero in fewer steps than members with a balance (seed ${SEED})`, () => {
    fc.assert(
      fc.property(balances, (before) => {
        const left = new Map(before.map(({ memberId, balance: amount }) => [memberId, amount]));
        const transfers = settle(before);
        for (const { from, to, amount } of transfers) {
          expect(amount > 0n).toBe(true);
          left.set(from, left.get(from)! + amount);
          left.set(to, left.get(to)! - amount);
        }
        expect([...left.values()].every((amount) => amount === 0n)).toBe(true);
        const open = before.filter(({ balance: amount }) => amount !== 0n).length;
        expect(transfers.length).toBeLessThanOrEqual(Math.max(0, open - 1));
      }),
      { seed: SEED, numRuns: sized(300, 5_000) },
    );
  });

  it(`transfers do not depend on the order of the balances (seed ${SEED})`, () => {
    const orders = balances.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(orders, ([list, shuffled]) => expect(settle(shuffled)).toEqual(settle(list))),
      { seed: SEED, numRuns: sized(300, 5_000) },
    );
  });

  it('a payment is limited by the debt of the payer and the credit of the recipient', () => {
    const list = [balance('a', 500n), balance('b', -200n), balance('c', -300n)];
    expect(maximumOf(list, 'b', 'a')).toBe(200n);
    expect(maximumOf([balance('a', 100n), balance('b', -200n)], 'b', 'a')).toBe(100n);
    for (const [from, to] of [
      ['a', 'b'],
      ['b', 'c'],
      ['d', 'a'],
      ['b', 'd'],
    ] as const)
      expect(maximumOf(list, from, to)).toBe(0n);
  });
});
