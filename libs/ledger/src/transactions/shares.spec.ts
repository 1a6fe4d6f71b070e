import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Share } from './shares.js';
import { divided, newMembersOf, shareFaults, sharesFrom } from './shares.js';

const SEED = 20261128;
const weighted = (...weights: number[]): Share[] =>
  weights.map((weight, at) => ({ memberId: `m${at}`, amount: 0n, weight }));
const amounts = (shares: readonly Share[]) => shares.map(({ amount }) => amount);

describe('the shares of an expense', () => {
  it('divided rounds each weighted share down to the cent and adds the remainder to the last share', () => {
    expect(amounts(divided(weighted(1, 1, 1), 10_000n))).toEqual([3_333n, 3_333n, 3_334n]);
    expect(amounts(divided(weighted(2, 1), 100n))).toEqual([66n, 34n]);
    expect(amounts(divided(weighted(1, 1), 1n))).toEqual([0n, 1n]);
    expect(amounts(divided(weighted(1000), 7n))).toEqual([7n]);
  });

  it('divided keeps shares without weights', () => {
    const shares = [{ memberId: 'm0', amount: 5n, weight: null }];
    expect(divided(shares, 9n)).toBe(shares);
    expect(divided([], 9n)).toEqual([]);
  });

  it(`divided shares add up to the amount, and only the last share is rounded up (seed ${SEED})`, () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(weights, fc.bigInt(1n, 10n ** 15n), (list, amount) => {
        const total = BigInt(list.reduce((sum, weight) => sum + weight, 0));
        const parts = amounts(divided(weighted(...list), amount));
        expect(parts.reduce((sum, part) => sum + part)).toBe(amount);
        parts.forEach((part, at) => {
          const excess = part * total - amount * BigInt(list[at]!);
          const isLast = at === parts.length - 1;
          expect(isLast ? excess >= 0n && excess < total * BigInt(list.length) : excess <= 0n && excess > -total).toBe(
            true,
          );
        });
      }),
      { seed: SEED },
    );
  });

  it.each<[string, unknown, [number, string][]]>([
    [
      'amounts',
      [
        { memberId: 'a', amount: '1.00', weight: null },
        { memberId: 'b', amount: '2.00' },
      ],
      [],
    ],
    [
      'weights',
      [
        { memberId: 'a', weight: 1 },
        { memberId: 'b', amount: null, weight: 2 },
      ],
      [],
    ],
    [
      'a repeated member',
      [
        { memberId: 'a', weight: 1 },
        { memberId: 'a', weight: 2 },
      ],
      [[1, 'REPEATED']],
    ],
    [
      'amounts and weights in one list',
      [
        { memberId: 'a', weight: 1 },
        { memberId: 'b', amount: '1.00' },
      ],
      [[1, 'REQUIRED']],
    ],
    ['an amount and a weight in one share', [{ memberId: 'a', amount: '1.00', weight: 1 }], [[0, 'NOT_ALLOWED']]],
    ['neither an amount nor a weight', [{ memberId: 'a' }], [[0, 'REQUIRED']]],
    ['a value that is not a list of objects', ['a', null], []],
  ])('shareFaults validates shares with %s', (_, sent, faults) => {
    expect(shareFaults(sent).map(({ index, code }) => [index, code])).toEqual(faults);
  });

  it('only a new payer or a changed share needs a current member', () => {
    const share = (memberId: string, amount: string) => sharesFrom([{ memberId, amount }])[0]!;
    const before = { paidBy: 'a', shares: [share('a', '1.00'), share('b', '2.00')] };
    expect([...newMembersOf(before, before)]).toEqual([]);
    expect([...newMembersOf({ paidBy: 'b', shares: [share('b', '2.00'), share('a', '3.00')] }, before)]).toEqual([
      ['#/paidBy', 'b'],
      ['#/shares/1/memberId', 'a'],
    ]);
    const byWeight = { paidBy: null, shares: weighted(1, 2) };
    expect([...newMembersOf({ paidBy: null, shares: divided(weighted(1, 2), 900n) }, byWeight)]).toEqual([]);
    expect([...newMembersOf(byWeight)]).toEqual([
      ['#/shares/0/memberId', 'm0'],
      ['#/shares/1/memberId', 'm1'],
    ]);
  });
});
