import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatAmount } from '@app/kernel/pure';
import { minorUnits, readAmountText, type DecimalSeparator } from './parse-amount.js';

function read(cell: string, decimal: DecimalSeparator = '.'): bigint | string {
  const amount = readAmountText(cell);
  if (typeof amount === 'string') return amount;
  const minor = minorUnits(amount.figure, decimal);
  if (minor === null) return 'invalid';
  return amount.negative ? -minor : minor;
}

describe('amount parsing', () => {
  it.each([
    ['1,234.56', 123456n],
    ['1 234.56', 123456n],
    ['1\u00a0234.56', 123456n],
    ['1\u202f234.56', 123456n],
    ["1'234.56", 123456n],
    ['1’234.56', 123456n],
    ['(1,234.56)', -123456n],
    ['($1,234.56)', -123456n],
    ['$(1,234.56)', -123456n],
    ['1,234.56-', -123456n],
    ['-$1,234.56', -123456n],
    ['$ -25.00', -2500n],
    ['$-25.00', -2500n],
    ['MXN 25.00', 2500n],
    ['25.00 MXN', 2500n],
    ['-25.00 M.N.', -2500n],
    ['MX$25.00', 2500n],
    ['+25.00', 2500n],
    ['\u221225.00', -2500n],
    ['\u201325.00', -2500n],
    [' 25 ', 2500n],
    ['25.', 2500n],
    ['.5', 50n],
    ['$.50', 50n],
    ['0.00', 0n],
    ['-0.00', 0n],
    ["'100.00", 10000n],
    ["1'500.-", 150000n],
    ['50.\u2013', 5000n],
    ['CHF 50.-', 5000n],
    ['50.-- CHF', 5000n],
    ['-20.-', -2000n],
    ['(20.-)', -2000n],
    ['10.5000', 1050n],
    ['000000000000000012.34', 1234n],
    ['1,234', 123400n],
    ['1,234,567', 123456700n],
    ['9999999999999.99', 999999999999999n],
  ])('parses the amount %j', (cell, minor) => {
    expect(read(cell)).toBe(minor);
  });

  it.each([
    ['1.234,56', 123456n],
    ['1 234,56', 123456n],
    ['-1.234.567,5', -123456750n],
    ['1.234', 123400n],
    [',75', 75n],
    ['500,-', 50000n],
    ['-1.500,\u2014', -150000n],
  ])('parses the amount %j with a decimal comma', (cell, minor) => {
    expect(read(cell, ',')).toBe(minor);
  });

  it.each(['', ' ', '-', '--', '—', 'N/A', 'n/a', '$ -', '$', 'NULL', "'", 'MXN -', '- MXN'])(
    'treats the cell %j as empty',
    (cell) => {
      expect(read(cell)).toBe('empty');
    },
  );

  it.each([
    '12.345',
    '0.001',
    '1,23,456.78',
    '12,34',
    '1,2345.00',
    '1.234.567',
    '12 34.00',
    '10000000000000.00',
    '=1+1',
    '1.2E+05',
    '01/10/2026',
    '10:30',
    '10%',
    'abc',
    'MXN',
    '12abc',
    '-5-',
    '-(5)',
    '(5',
    '5)',
    '+-5',
    'USD 5 MXN',
    '1.2.3',
    '٣',
    '1,000.00 2,000.00',
    '5 DR CR',
  ])('rejects %j as an amount', (cell) => {
    expect(read(cell)).toBe('invalid');
  });

  it('reads a currency and a CR or DR mark next to an amount', () => {
    expect(readAmountText('USD 25.00')).toMatchObject({ currency: 'USD', side: null });
    expect(readAmountText('25.00 CR')).toMatchObject({ side: 'credit', negative: false });
    expect(readAmountText('25.00DR')).toMatchObject({ side: 'debit' });
    expect(readAmountText('$25.00')).toMatchObject({ currency: null });
    expect(readAmountText('€25,00')).toMatchObject({ currency: 'EUR' });
  });

  it('formatting an amount in any of seven formats and parsing it returns the same value', () => {
    const styles: ((plain: string) => string)[] = [
      (plain) => plain,
      (plain) => `$${plain}`,
      (plain) => `MXN ${plain}`,
      (plain) => plain.replace(/\B(?=(\d{3})+\.)/g, ','),
      (plain) => plain.replace(/\B(?=(\d{3})+\.)/g, ' '),
      (plain) => (plain.startsWith('-') ? `(${plain.slice(1)})` : plain),
      (plain) => (plain.startsWith('-') ? `${plain.slice(1)}-` : plain),
    ];
    fc.assert(
      fc.property(
        fc.bigInt(-999_999_999_999_999n, 999_999_999_999_999n),
        fc.constantFrom(...styles),
        (minor, style) => {
          expect(read(style(formatAmount(minor)))).toBe(minor);
        },
      ),
    );
  });

  it('does not throw for any text in an amount cell', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,' -+$()MXNCR") })),
        (cell) => {
          read(cell);
          read(cell, ',');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
