import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { convert, divideHalfEven } from './conversion.js';
import { parseRate } from './rate.js';

const minor = fc.bigInt({ min: -99_999_999_999_999_999n, max: 99_999_999_999_999_999n });
const rate = fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n });

/** Half-even from its definition: of the two neighbours the nearer one, and of two equally near the even one. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  const below = dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);
  const [toBelow, toAbove] = [dividend - below * divisor, (below + 1n) * divisor - dividend];
  if (toBelow !== toAbove) return toBelow < toAbove ? below : below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

describe('a division', () => {
  it.each([
    [5n, 10n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 2n],
    [35n, 10n, 4n],
    [-5n, 10n, 0n],
    [-15n, 10n, -2n],
    [-25n, 10n, -2n],
    [26n, 10n, 3n],
    [24n, 10n, 2n],
    [-26n, 10n, -3n],
    [0n, 7n, 0n],
    [7n, 7n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
  ])('of %s by %s is %s, ties going to the even neighbour', (dividend, divisor, quotient) => {
    expect(divideHalfEven(dividend, divisor)).toBe(quotient);
  });

  it('is half-even everywhere', () => {
    const divisor = fc.oneof(fc.bigInt({ min: 1n, max: 40n }), fc.bigInt({ min: 1n, max: 10n ** 20n }));
    fc.assert(
      fc.property(
        fc.oneof(minor, fc.bigInt({ min: -200n, max: 200n })),
        divisor,
        (a, b) => divideHalfEven(a, b) === nearest(a, b),
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a conversion', () => {
  it.each([
    [123_456n, '17.12345678', 2_113_993n],
    [1n, '0.5', 0n],
    [3n, '0.5', 2n],
    [-1n, '0.5', 0n],
    [-3n, '0.5', -2n],
    [5n, '0.5', 2n],
    [10_000n, '1', 10_000n],
    [0n, '18.5', 0n],
    [99_999_999_999_999_999n, '1', 99_999_999_999_999_999n],
  ])('of %s hundredths at %s is %s', (amount, text, converted) => {
    expect(convert(amount, parseRate(text), 'MXN')).toBe(converted);
  });

  it('is rounded half-even, once', () => {
    fc.assert(
      fc.property(minor, rate, (amount, at) => convert(amount, at, 'MXN') === nearest(amount * at, 10n ** 8n)),
      { numRuns: 1000 },
    );
  });

  it('has two decimals in every currency, also where ISO 4217 says otherwise', () => {
    fc.assert(
      fc.property(
        minor,
        rate,
        fc.constantFrom('JPY', 'KWD', 'CLF', 'USD'),
        (amount, at, into) => convert(amount, at, into) === convert(amount, at, 'MXN'),
      ),
    );
  });
});
