import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatRate, isRate, parseRate } from './rate.js';

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
});
