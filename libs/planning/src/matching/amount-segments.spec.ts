import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountSegments } from './amount-segments.js';

const SEED = 20261203;

describe('the segments of amounts', () => {
  it('are cut where a range begins or ends', () => {
    const { starts, covers } = amountSegments([
      { least: 0n, most: 9n },
      { least: 5n, most: 5n },
    ]);
    expect(starts).toEqual([0n, 5n, 6n, 10n]);
    expect(covers.map(({ segment, range }) => `${segment} ${range}`)).toEqual(['1 0', '2 0', '3 0', '2 1']);
  });

  it(`find for each amount the ranges that hold it, as a look at each does (seed ${SEED})`, () => {
    const range = fc
      .tuple(fc.nat(60), fc.nat(20))
      .map(([least, more]) => ({ least: BigInt(least), most: BigInt(least + more) }));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 12 }), fc.nat(90), (ranges, drawn) => {
        const amount = BigInt(drawn);
        const { starts, covers } = amountSegments(ranges);
        const at = starts.filter((start) => start <= amount).length;
        const found = covers.filter(({ segment }) => segment === at).map((one) => one.range);
        const expected = ranges.flatMap(({ least, most }, index) => (least <= amount && amount <= most ? [index] : []));
        expect(found.sort((one, other) => one - other)).toEqual(expected);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
