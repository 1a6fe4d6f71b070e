import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactFigure, isDateFormat, plainFigure, serialDate, soundText, typedDay } from './workbook-cells.js';

describe('plainFigure', () => {
  it.each([
    ['0.30000000000000004', '0.3'],
    ['-46112.5', '-46112.5'],
    ['1234567.8900000001', '1234567.89'],
    ['9999999999999.9902', '9999999999999.99'],
    ['5.551115123125783E-17', '0'],
    ['-1E-12', '0'],
    ['1.5e3', '1500'],
    ['100.10', '100.1'],
    ['1234567890123456', '1234567890123456'],
    ['.5', '0.5'],
    ['33.335', '33.3350'],
    ['', null],
    ['.', null],
    ['1,5', null],
    ['0x10', null],
    ['1E9999', null],
    ['9'.repeat(41), null],
  ])('plainFigure(%p) returns %p', (text, figure) => expect(plainFigure(text)).toBe(figure));

  it('preserves the cents of any amount that is stored as a double', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), (minor) => {
        const double = Number(minor) / 100;
        const [whole, decimals = ''] = plainFigure(String(double))!.split('.');
        expect(BigInt(whole + decimals.padEnd(2, '0'))).toBe(minor);
      }),
    );
  });

  it('removes rounding errors from a sum of doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99_999_99, max: 99_999_99 }), { maxLength: 50 }), (cents) => {
        const sum = cents.reduce((total, each) => total + each / 100, 0);
        const exact = cents.reduce((total, each) => total + each, 0);
        expect(Number(plainFigure(String(sum)))).toBe(exact / 100 + 0);
      }),
    );
  });
});

it('exactFigure returns all digits of a number', () => {
  expect(exactFigure('1234567890123.456')).toBe('1234567890123.4560');
  expect(exactFigure('-5.00')).toBe('-5');
  expect(exactFigure('cinco')).toBeNull();
});

describe('serialDate', () => {
  it.each([
    ['1', false, '1900-01-01'],
    ['59', false, '1900-02-28'],
    ['60', false, null],
    ['61', false, '1900-03-01'],
    ['46297', false, '2026-10-02'],
    ['46297.5', false, '2026-10-02 12:00:00'],
    ['46297.999999', false, '2026-10-03'],
    ['44835', true, '2026-10-02'],
    ['0', true, '1904-01-01'],
    ['0.5', false, null],
    ['109939', false, '2200-12-31'],
    ['109940', false, null],
    ['-1', true, null],
  ])('converts the serial number %p (epoch of 1904: %p) to the date %p', (serial, from1904, day) =>
    expect(serialDate(serial, from1904)).toBe(day),
  );
});

describe('isDateFormat', () => {
  it.each([
    'dd/mm/yyyy',
    '[$-80A]d-mmm-yy;@',
    'yyyy\\-mm\\-dd',
    'dd/mm/aaaa',
    'd "de" mmmm',
    'mmm-yy',
    'dd/mm/yy hh:mm:ss.00',
  ])('recognizes the number format %p as a date format', (code) => expect(isDateFormat(164, code)).toBe(true));

  it.each([
    'General',
    'Standard',
    '0.00',
    '#,##0.00 "USD día"',
    '[Red]-$#,##0.00',
    'hh:mm',
    '@',
    '_($* #,##0.00_)',
    '0.0E+00',
  ])('does not recognize the number format %p as a date format', (code) => expect(isDateFormat(164, code)).toBe(false));

  it('recognizes built-in date formats by their ID if the workbook has no format code', () => {
    expect([14, 22, 0, 2, 18].map((id) => isDateFormat(id, undefined))).toEqual([true, true, false, false, false]);
  });
});

it('typedDay accepts ISO dates with or without a time and rejects impossible dates', () => {
  const cells = ['2026-10-02', '2026-10-02 10:30:00', '2026-10-02T10:30:00', '2026-02-30', '02/10/2026', '2026-10-022'];
  expect(cells.map(typedDay)).toEqual(['2026-10-02', '2026-10-02', '2026-10-02', null, null, null]);
});

it('soundText removes control characters, but not tabs and line breaks, and replaces lone surrogates', () => {
  expect(soundText('a\u0001\u007f\u0085b\t\r\nc')).toBe('ab\t\r\nc');
  expect(soundText('a\0b\ud800c')).toBe('ab\ufffdc');
});
