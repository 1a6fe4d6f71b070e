import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatAmount, formatScaled, isAmount, parseAmount } from './amount.js';

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
  ])('%s is %s hundredths', (text, minor) => {
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
  ])('%j is none, and nothing is rounded to make it one', (text) => {
    expect(isAmount(text)).toBe(false);
    expect(() => parseAmount(text)).toThrow(RangeError);
  });

  it.each([25, null, undefined, true, 25n, {}, ['25']])('nor is a value that is no text: %p', (value) => {
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
  ])('%s hundredths are written %s', (minor, text) => {
    expect(formatAmount(minor)).toBe(text);
  });

  it('reading and writing are inverse', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
        (minor) => parseAmount(formatAmount(minor)) === minor,
      ),
    );
  });

  it('whatever it was written like, it is written in one way', () => {
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

  it('other scales are written with their decimals', () => {
    expect([formatScaled(-5n, 2), formatScaled(5n, 8), formatScaled(123n, 1)]).toEqual(['-0.05', '0.00000005', '12.3']);
  });
});
