import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountBounds } from './amount-bounds.js';

const SEED = 20261206;

it('merges adjacent and overlapping amount ranges', () => {
  const ranges = [
    { least: 20n, most: 20n },
    { least: 3n, most: 9n },
    { least: 0n, most: 4n },
    { least: 1n, most: 2n },
  ];
  expect(amountBounds(ranges)).toEqual([0n, 10n, 20n, 21n]);
  expect(
    amountBounds([
      { least: 0n, most: 4n },
      { least: 5n, most: 6n },
    ]),
  ).toEqual([0n, 7n]);
});

it(`an amount is in a range if and only if the number of bounds up to the amount is odd (seed ${SEED})`, () => {
  const range = fc
    .tuple(fc.bigInt(-5n, 60n), fc.bigInt(0n, 12n))
    .map(([least, width]) => ({ least, most: least + width }));
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), fc.bigInt(-10n, 80n), (ranges, amount) => {
      const isInside = ranges.some(({ least, most }) => least <= amount && amount <= most);
      expect(amountBounds(ranges).filter((bound) => bound <= amount).length % 2 === 1).toBe(isInside);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
