import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { halfEven, Money } from './money.js';
import { convertMinor, formatRate, isRate, parseRate } from './rate.js';

describe('a rate', () => {
  it.each([
    ['18.4123', 1_841_230_000n],
    ['1', 100_000_000n],
    ['0.00000001', 1n],
    ['9999999999.99999999', 999_999_999_999_999_999n],
  ])('parses the rate %s as %s units of 10^-8', (text, rate) => {
    expect([isRate(text), parseRate(text)]).toEqual([true, rate]);
  });

  it.each(['0', '0.00000000', '-1', '+1', '', '1.', '.1', '1.123456789', '12345678901', '1e2', '1,5'])(
    'rejects the rate %j',
    (text) => {
      expect(isRate(text)).toBe(false);
    },
  );

  it('rejects a rate that is a JSON number', () => {
    expect([isRate(18.5), isRate(null)]).toEqual([false, false]);
    expect(() => parseRate('-1')).toThrow(RangeError);
  });

  it('a rate is unchanged after it is formatted and parsed', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n }),
        (rate) => parseRate(formatRate(rate)) === rate,
      ),
    );
  });

  it('formats a rate with eight decimals', () => {
    expect([formatRate(1n), formatRate(1_841_230_000n)]).toEqual(['0.00000001', '18.41230000']);
  });

  it('converts amounts to the same hundredths as Money does, with halves and negative amounts', () => {
    const anyRate = fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n });
    const halves = fc.constantFrom(50_000_000n, 150_000_000n, 250_000_000n);
    const anyAmount = fc.oneof(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.bigInt({ min: -9n, max: 9n }));
    fc.assert(
      fc.property(anyAmount, fc.oneof(anyRate, halves), (minor, rate) => {
        expect(convertMinor(minor, rate)).toBe(Money.ofMinor(minor, 'USD').convert(rate, 'MXN', halfEven).minor);
      }),
      { numRuns: 1_000 },
    );
  });
});
