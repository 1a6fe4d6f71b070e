import { describe, expect, it } from '@jest/globals';
import { dayRead, readDateText, type DateReading } from './parse-date.js';
import { parseDateFormat } from './date-format.js';

const day = (cell: string, format: string) => {
  const date = readDateText(cell);
  return date && dayRead(date, parseDateFormat(format) as DateReading);
};

describe('date parsing', () => {
  it.each([
    ['07/03/2026', 'dd/MM/yyyy'],
    ['7/3/2026', 'd/M/yyyy'],
    ['07-03-26', 'dd-MM-yy'],
    ['07.03.2026', 'dd.MM.yyyy'],
    ['07 03 2026', 'dd MM yyyy'],
    ['07 / 03 / 2026', 'dd/MM/yyyy'],
    ['2026-03-07', 'yyyy-MM-dd'],
    ['2026/03/07', 'yyyy/MM/dd'],
    ['03/07/2026', 'MM/dd/yyyy'],
    ['07032026', 'ddMMyyyy'],
    ["'07032026", 'ddMMyyyy'],
    ['7032026', 'ddMMyyyy'],
    ['20260307', 'yyyyMMdd'],
    ['070326', 'ddMMyy'],
    ['07/MAR/2026', 'dd/MMM/yyyy'],
    ['07-mar-26', 'dd-MMM-yy'],
    ['7-mar.-26', 'd-MMM-yy'],
    ['07 mar. 2026', 'dd MMM yyyy'],
    ['07/Marzo/2026', 'dd/MMMM/yyyy'],
    ['07 de marzo de 2026', "dd 'de' MMMM 'de' yyyy"],
    ['7 de Marzo del 2026', 'd de MMMM de yyyy'],
    ['March 7, 2026', 'MMMM d, yyyy'],
    ['mar 7 2026', 'MMM d yyyy'],
    ['2026-mar-07', 'yyyy-MMM-dd'],
    ['07MAR2026', 'ddMMMyyyy'],
    ['07MAR26', 'ddMMMyy'],
    ['sábado 07/03/2026', 'dd/MM/yyyy'],
    ['Sáb, 7 mar 2026', 'd MMM yyyy'],
    ['07/03/2026 10:32', 'dd/MM/yyyy'],
    ['07/03/2026 10:32:15 p. m.', 'dd/MM/yyyy'],
    ['07/03/2026, 10:32 hrs', 'dd/MM/yyyy'],
    ['2026-03-07T23:59:59.999-06:00', 'yyyy-MM-dd'],
    ['2026-03-07T23:59:59Z', 'yyyy-MM-dd'],
    ['07/03/2026\u00a010:32', 'dd/MM/yyyy'],
  ])('parses the date %s in the format %s', (cell, format) => {
    expect(day(cell, format)).toBe('2026-03-07');
  });

  it.each([
    ['ene', 1],
    ['Enero', 1],
    ['JAN', 1],
    ['feb', 2],
    ['abr', 4],
    ['APR', 4],
    ['may', 5],
    ['ago', 8],
    ['August', 8],
    ['sep', 9],
    ['SEPT', 9],
    ['set', 9],
    ['setiembre', 9],
    ['dic', 12],
    ['Dec', 12],
  ])('recognizes the month name %s', (word, month) => {
    expect(day(`05/${word}/2026`, 'dd/MMM/yyyy')).toBe(`2026-${String(month).padStart(2, '0')}-05`);
  });

  it.each([
    ['31/02/2026', 'dd/MM/yyyy'],
    ['29/02/2026', 'dd/MM/yyyy'],
    ['00/01/2026', 'dd/MM/yyyy'],
    ['01/13/2026', 'dd/MM/yyyy'],
    ['01/10/1899', 'dd/MM/yyyy'],
    ['01/10/2201', 'dd/MM/yyyy'],
    ['01/10/0026', 'dd/MM/yyyy'],
    ['01/10/26', 'dd/MM/yyyy'],
    ['01/10/2026', 'dd/MM/yy'],
    ['2026-10-01', 'dd/MM/yyyy'],
    ['01/OCT/2026', 'dd/MM/yyyy'],
    ['01/10/2026', 'dd/MMM/yyyy'],
    ['31/SEP/2026', 'dd/MMM/yyyy'],
    ['32102026', 'ddMMyyyy'],
  ])('rejects the date %s in the format %s', (cell, format) => {
    expect(day(cell, format)).toBeNull();
  });

  it.each([
    '',
    'hoy',
    '12',
    '1/2/3/4',
    '01-10/2026',
    '20:55',
    '2026',
    '01/xyz/2026',
    '1234.56',
    '123456789',
    'x'.repeat(90),
  ])('does not recognize %j as a date', (cell) => {
    expect(readDateText(cell)).toBeNull();
  });

  it('reads two-digit years below 70 as 20yy and later ones as 19yy', () => {
    expect(day('01/10/69', 'dd/MM/yy')).toBe('2069-10-01');
    expect(day('01/10/70', 'dd/MM/yy')).toBe('1970-10-01');
    expect(day('01/10/99', 'dd/MM/yy')).toBe('1999-10-01');
  });
});
