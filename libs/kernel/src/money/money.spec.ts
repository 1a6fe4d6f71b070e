import { describe, expect, it } from '@jest/globals';
import { dinero, down, toDecimal } from 'dinero.js/bigint';
import fc from 'fast-check';
import { halfEven, Money } from './money.js';
import { parseRate, RATE_SCALE } from './rate.js';

const minor = fc.bigInt({ min: -99_999_999_999_999_999n, max: 99_999_999_999_999_999n });
const pesos = minor.map((amount) => Money.ofMinor(amount, 'MXN'));
const rate = fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n });

function nearest(dividend: bigint, divisor: bigint): bigint {
  const below = dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);
  const [toBelow, toAbove] = [dividend - below * divisor, (below + 1n) * divisor - dividend];
  if (toBelow !== toAbove) return toBelow < toAbove ? below : below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

describe('money', () => {
  it.each([
    ['25', '25.00', 2500n],
    ['-25.5', '-25.50', -2550n],
    ['-0.01', '-0.01', -1n],
    ['-0', '0.00', 0n],
    ['9999999999999.99', '9999999999999.99', 999_999_999_999_999n],
  ])('parses %s as %s, which is %s minor units', (text, written, units) => {
    const money = Money.parse(text, 'JPY');
    expect([String(money), money.minor, money.currency]).toEqual([written, units, 'JPY']);
  });

  it('throws when it parses text that is not an amount', () => {
    expect(() => Money.parse('1.005', 'MXN')).toThrow(RangeError);
  });

  it('formats money like dinero.js', () => {
    const written = (amount: bigint) =>
      toDecimal(dinero({ amount, currency: { code: 'MXN', base: 10n, exponent: 2n } }));
    fc.assert(fc.property(minor, (units) => String(Money.ofMinor(units, 'MXN')) === written(units)));
  });

  it('serializes money to a JSON string', () => {
    expect(JSON.stringify({ amount: Money.parse('-25.5', 'MXN') })).toBe('{"amount":"-25.50"}');
  });

  it('returns the sign of an amount of money', () => {
    const signs = (text: string) => {
      const { isNegative, isZero, isPositive } = Money.parse(text, 'MXN');
      return [isNegative, isZero, isPositive];
    };
    expect(['-0.01', '0', '0.01'].map(signs)).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it('adds, subtracts and negates money exactly', () => {
    fc.assert(
      fc.property(pesos, pesos, (a, b) => {
        expect(a.add(b).minor).toBe(a.minor + b.minor);
        expect(a.add(b).subtract(b).equals(a)).toBe(true);
        expect(a.negate().add(a).isZero).toBe(true);
        expect(a.abs().isNegative).toBe(false);
        expect(a.abs().equals(b.subtract(b).subtract(a).abs())).toBe(true);
      }),
    );
  });

  it('multiplies money by a count', () => {
    fc.assert(fc.property(pesos, fc.bigInt(), (a, count) => a.times(count).minor === a.minor * count));
  });

  it('divides money into parts with the given rounding mode', () => {
    const parts = [1, 2, 3].map((count) => Money.parse('1.00', 'MXN').portion(count, 3, down).toString());
    expect(parts).toEqual(['0.33', '0.66', '1.00']);
    expect(Money.parse('0.05', 'MXN').portion(1, 2, halfEven).toString()).toBe('0.02');
  });

  it('sums any number of amounts, including none', () => {
    fc.assert(
      fc.property(fc.array(pesos), (amounts) => {
        const expected = amounts.reduce((total, amount) => total + amount.minor, 0n);
        expect(Money.sum(amounts, 'MXN').equals(Money.ofMinor(expected, 'MXN'))).toBe(true);
      }),
    );
  });

  it('orders money by amount', () => {
    fc.assert(
      fc.property(pesos, pesos, (a, b) => {
        expect(Math.sign(a.compare(b))).toBe(a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0);
        expect(a.compare(b) === 0).toBe(a.equals(b));
        expect([a.min(b), a.max(b)].map(({ minor }) => minor)).toEqual(
          [a.minor, b.minor].sort((one, other) => (one < other ? -1 : 1)),
        );
      }),
    );
  });

  it('throws if an operation mixes currencies', () => {
    const [mxn, usd] = [Money.parse('1', 'MXN'), Money.parse('1', 'USD')];
    expect(mxn.equals(usd)).toBe(false);
    for (const mix of [
      () => mxn.add(usd),
      () => mxn.subtract(usd),
      () => mxn.compare(usd),
      () => mxn.min(usd),
      () => mxn.max(usd),
      () => Money.sum([mxn, usd], 'MXN'),
      () => Money.sum([usd], 'MXN'),
    ]) {
      expect(mix).toThrow('same currency');
    }
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
  ])('converts %s hundredths at a rate of %s to %s', (amount, text, converted) => {
    const into = Money.ofMinor(amount, 'USD').convert(parseRate(text), 'MXN', halfEven);
    expect([into.minor, into.currency]).toEqual([converted, 'MXN']);
  });

  it('rounds a conversion half-even and only once', () => {
    fc.assert(
      fc.property(
        minor,
        rate,
        (amount, at) =>
          Money.ofMinor(amount, 'USD').convert(at, 'MXN', halfEven).minor === nearest(amount * at, RATE_SCALE),
      ),
      { numRuns: 1000 },
    );
  });

  it('rounds a conversion with the given rounding mode', () => {
    const three = Money.ofMinor(3n, 'USD');
    const roundings = [halfEven, down];
    expect(roundings.map((rounding) => three.convert(parseRate('0.5'), 'MXN', rounding).minor)).toEqual([2n, 1n]);
  });

  it('converts to two decimals in every currency, regardless of ISO 4217', () => {
    fc.assert(
      fc.property(minor, rate, fc.constantFrom('JPY', 'KWD', 'CLF', 'USD'), (amount, at, into) => {
        const money = Money.ofMinor(amount, 'EUR');
        return money.convert(at, into, halfEven).minor === money.convert(at, 'MXN', halfEven).minor;
      }),
    );
  });

  it('convertBack rounds half-even and only once', () => {
    fc.assert(
      fc.property(
        minor,
        fc.oneof(rate, fc.bigInt({ min: 1n, max: 40n })),
        (amount, at) =>
          Money.ofMinor(amount, 'MXN').convertBack(at, 'USD', halfEven).minor === nearest(amount * RATE_SCALE, at),
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a rate between two amounts', () => {
  it.each([
    ['1850.00', '100.00', '18.5'],
    ['-1850.00', '-100.00', '18.5'],
    ['1.00', '3.00', '0.33333333'],
    ['2.00', '3.00', '0.66666667'],
  ])('the rate between %s MXN and %s USD is %s', (mxn, usd, expected) => {
    expect(Money.parse(mxn, 'MXN').rateFor(Money.parse(usd, 'USD'), halfEven)).toBe(parseRate(expected));
  });

  it('rounds a rate between two amounts half-even and only once', () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(minor, divisor, fc.boolean(), (amount, quote, isNegative) => {
        const sign = isNegative ? -1n : 1n;
        const shown = Money.ofMinor(amount, 'MXN').rateFor(Money.ofMinor(sign * quote, 'USD'), halfEven);
        expect(shown).toBe(nearest(sign * amount * RATE_SCALE, quote));
      }),
      { numRuns: 1000 },
    );
  });
});
