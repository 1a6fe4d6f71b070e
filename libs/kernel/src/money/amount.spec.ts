import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalDecimal, formatAmount, formatScaled, isAmount, parseAmount } from './amount.js';

describe('an amount', () => {
  it.each([
    ['25', 2500n],
    ['25.5', 2550n],
    ['25.50', 2550n],
    ['-25.5', -2550n],
    ['0', 0n],
    ['-0.00', 0n],
    ['0.01', 1n],
    ['-0.01', -1n],
    ['007', 700n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('parses the amount %s as %s hundredths', (text, minor) => {
    expect([isAmount(text), parseAmount(text)]).toEqual([true, minor]);
  });

  it.each([
    '',
    ' ',
    '25.',
    '.5',
    '+1',
    '1e3',
    '1.005',
    '1,00',
    '1 000',
    '12345678901234',
    '--1',
    '-',
    '0x1',
    '1\n',
    '１',
    'NaN',
    '1.0.0',
    '$1',
  ])('rejects the amount %j instead of rounding it', (text) => {
    expect(isAmount(text)).toBe(false);
    expect(() => parseAmount(text)).toThrow(RangeError);
  });

  it.each([25, null, undefined, true, 25n, {}, ['25']])('rejects the non-string %p as an amount', (value) => {
    expect(isAmount(value)).toBe(false);
  });

  it.each([
    [0n, '0.00'],
    [1n, '0.01'],
    [-1n, '-0.01'],
    [10n, '0.10'],
    [100n, '1.00'],
    [-2550n, '-25.50'],
    [99_999_999_999_999_999n, '999999999999999.99'],
  ])('formats %s hundredths as %s', (minor, text) => {
    expect(formatAmount(minor)).toBe(text);
  });

  it('an amount is unchanged after it is formatted and parsed', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
        (minor) => parseAmount(formatAmount(minor)) === minor,
      ),
    );
  });

  it('all spellings of an amount have the same canonical form', () => {
    const spelled = fc.tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 9_999_999_999_999n }),
      fc.option(fc.integer({ min: 0, max: 99 }), { nil: undefined }),
    );
    fc.assert(
      fc.property(spelled, ([negative, whole, cents]) => {
        const text = `${negative ? '-' : ''}${whole}${cents === undefined ? '' : `.${String(cents).padStart(2, '0')}`}`;
        expect(formatAmount(parseAmount(text))).toMatch(/^-?(0|[1-9]\d*)\.\d\d$/);
        expect(parseAmount(formatAmount(parseAmount(text)))).toBe(parseAmount(text));
      }),
    );
  });

  it('formats an amount with the given number of decimals', () => {
    expect([formatScaled(-5n, 2), formatScaled(5n, 8), formatScaled(123n, 1)]).toEqual(['-0.05', '0.00000005', '12.3']);
  });
});

describe('a decimal', () => {
  it.each([
    ['-0.00', '0.00'],
    ['0', '0.00'],
    ['007.5', '7.50'],
    ['-7.50000000', '-7.50'],
    ['10', '10.00'],
    ['100', '100.00'],
    ['4.125', '4.125'],
    ['4.12500', '4.125'],
    ['-0.00000001', '-0.00000001'],
    ['9999999999.99999999', '9999999999.99999999'],
  ])('canonicalDecimal converts %s to %s', (written, shown) => {
    expect([canonicalDecimal(written), canonicalDecimal(shown)]).toEqual([shown, shown]);
  });
});
