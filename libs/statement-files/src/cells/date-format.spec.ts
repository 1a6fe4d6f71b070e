import { describe, expect, it } from '@jest/globals';
import type { Mapping } from '../records/mapping.js';
import type { StatementRow } from '../rows/statement-row.js';
import { readStatement } from '../statement.js';
import { DateColumn } from './date-column.js';
import { findDateFormat, parseDateFormat } from './date-format.js';

const find = (...cells: string[]) => {
  const result = findDateFormat(new DateColumn().counted(cells));
  return result && { tokens: result.format.tokens, ambiguous: result.ambiguous };
};

describe('date format detection', () => {
  it.each([
    [['01/10/2026', '31/10/2026'], 'dd/MM/yyyy'],
    [['1/10/2026', '31/10/2026'], 'd/M/yyyy'],
    [['1/09/2026', '31/10/2026'], 'd/MM/yyyy'],
    [['13-01-26', '31-12-26'], 'dd-MM-yy'],
    [['10/31/2026', '01/02/2026'], 'MM/dd/yyyy'],
    [['2026-10-05', '2026-10-06'], 'yyyy-MM-dd'],
    [['01092026', '30092026'], 'ddMMyyyy'],
    [['1092026', '30092026'], 'dMMyyyy'],
    [['20260901', '20260930'], 'yyyyMMdd'],
    [['03/ENE/2026'], 'dd/MMM/yyyy'],
    [['3-ene-26', '13-ene-26'], 'd-MMM-yy'],
    [['03 de enero de 2026'], "dd 'de' MMMM 'de' yyyy"],
    [['Oct 31, 2026'], 'MMM dd, yyyy'],
    [['01/10/2026 10:22', '31/10/2026 9:05'], 'dd/MM/yyyy'],
  ])('detects the format of the dates %j as %s', (cells, tokens) => {
    expect(find(...cells)).toEqual({ tokens, ambiguous: false });
  });

  it('assumes day first and reports ambiguity if every date is also valid with the month first', () => {
    expect(find('01/02/2026', '03/04/2026')).toEqual({ tokens: 'dd/MM/yyyy', ambiguous: true });
    expect(find('05/05/2026')).toEqual({ tokens: 'dd/MM/yyyy', ambiguous: true });
    expect(find('01022026')).toEqual({ tokens: 'ddMMyyyy', ambiguous: true });
  });

  it('a single unambiguous row decides the order of day and month', () => {
    expect(find('01/02/2026', '03/04/2026', '13/04/2026')).toEqual({ tokens: 'dd/MM/yyyy', ambiguous: false });
    expect(find('01/02/2026', '03/04/2026', '04/13/2026')).toEqual({ tokens: 'MM/dd/yyyy', ambiguous: false });
  });

  it('ignores a single date that does not fit the format of the other rows', () => {
    expect(find('13/01/2026', '14/01/2026', '01/15/2026')).toEqual({ tokens: 'dd/MM/yyyy', ambiguous: false });
  });

  it('reads two digits as a year first if the reverse order would spread the rows over decades', () => {
    expect(find('26-10-01', '26-10-05', '26-10-30')).toEqual({ tokens: 'yy-MM-dd', ambiguous: false });
    expect(find('01-10-26', '05-10-26', '30-10-26')).toEqual({ tokens: 'dd-MM-yy', ambiguous: false });
  });

  it('returns no date format for a column without valid dates', () => {
    expect(find('31/02/2026', 'ayer', '')).toBeNull();
  });
});

describe('parseDateFormat', () => {
  it.each([
    ['dd/MM/yyyy', 'DMY', 4],
    ['DD/MM/YYYY', 'DMY', 4],
    ['dd/mm/yy', 'DMY', 2],
    ['M/d/yyyy', 'MDY', 4],
    ['yyyyMMdd', 'YMD', 4],
    ['dd/MM/yyyy HH:mm', 'DMY', 4],
    ["d 'de' MMMM 'de' yyyy", 'DMY', 4],
  ])('accepts the date format %s', (text, order, yearDigits) => {
    expect(parseDateFormat(text)).toMatchObject({ order, yearDigits });
  });

  it.each(['', 'foo', 'dd/dd', 'dd/dd/yyyy', 'yyyy/dd/MM', 'dd/MM/yyy', 'd'.repeat(100)])(
    'rejects the date format "%s"',
    (text) => {
      expect(parseDateFormat(text)).toBeNull();
    },
  );
});

describe('dates whose year is in mapping.year', () => {
  const read = (dates: readonly string[], mapping: Partial<Mapping> = {}, preamble = '') => {
    const lines = [
      ...(preamble ? [preamble] : []),
      'Fecha,Detalle,Monto',
      ...dates.map((date) => `${date},Mercado,-3.10`),
    ];
    const options = { accountCurrency: 'MXN', accountKind: 'asset', mapping } as const;
    return readStatement(Buffer.from(lines.join('\n')), options);
  };
  const daysOf = (...args: Parameters<typeof read>) => read(...args).rows.map(({ date }) => date);

  it.each([
    [
      ['07-dic', '19-ene'],
      ['2027-12-07', '2027-01-19'],
    ],
    [
      ['7/12', '19/01'],
      ['2027-12-07', '2027-01-19'],
    ],
    [
      ['Dec 7', 'Jan 19'],
      ['2027-12-07', '2027-01-19'],
    ],
  ])('completes the dates %j with the year of the mapping', (dates, days) => {
    expect(daysOf(dates, { year: 2027 })).toEqual(days);
  });

  it('prefers mapping.year to the year in the period of the statement', () => {
    const period = 'Periodo del 01/12/2024 al 31/12/2024';
    expect(daysOf(['07-dic', '19-dic'], {}, period)).toEqual(['2024-12-07', '2024-12-19']);
    expect(daysOf(['07-dic', '19-dic'], { year: 2023 }, period)).toEqual(['2023-12-07', '2023-12-19']);
  });

  it('reports DATE_INVALID and suggests mapping.year if the year of a date is unknown', () => {
    const [{ errors }] = read(['07-dic', '19-dic']).rows as [StatementRow];
    expect(errors).toEqual([
      expect.objectContaining({ code: 'DATE_INVALID', detail: expect.stringContaining('mapping.year') as unknown }),
    ]);
  });

  it('combines mapping.year with mapping.dateFormat and accepts 29 February only in leap years', () => {
    expect(daysOf(['03/04', '05/06'], { year: 2027, dateFormat: 'MM/dd' })).toEqual(['2027-03-04', '2027-05-06']);
    expect(daysOf(['28/02', '29/02'], { year: 2027 })).toEqual(['2027-02-28', null]);
    expect(daysOf(['28/02', '29/02'], { year: 2028 })).toEqual(['2028-02-28', '2028-02-29']);
  });

  it('ignores mapping.year for dates that have a year', () => {
    expect(daysOf(['07/12/2024', '19/12/2024'], { year: 2027 })).toEqual(['2024-12-07', '2024-12-19']);
  });
});
