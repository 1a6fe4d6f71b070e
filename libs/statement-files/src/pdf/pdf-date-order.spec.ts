import { describe, expect, it } from '@jest/globals';
import { at } from '../../test/generated-pdf.js';
import { buildPdf } from '../../test/pdf-builder.js';
import { openPdf, readPdfText, type ReadingOptions } from '../statement.js';

const ASSET: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };

async function read(title: string, dates: readonly string[], mapping = {}) {
  const page = [
    ...[at(title, 30, 30), at('Date', 30, 60), at('Description', 100, 60)],
    ...[at('Withdrawals', 340, 60), at('Deposits', 430, 60)],
    ...dates.flatMap((date, index) => {
      const y = 74 + index * 12;
      return [at(date, 30, y), at(`PURCHASE ${index}`, 100, y), at('10.00', 376, y, true)];
    }),
  ];
  const statement = openPdf(await readPdfText(await buildPdf([page])), { ...ASSET, mapping });
  const rows = statement.rows(0, statement.rowCount);
  return {
    period: statement.detected.period,
    days: rows.map(({ date }) => date),
    codes: [...new Set(rows.flatMap(({ warnings, errors }) => [...warnings, ...errors].map(({ code }) => code)))],
  };
}

const NOVEMBER = 'Statement period: November 1, 2026 to November 30, 2026';
const NUMERIC = 'Statement period: 10/09/2026 to 11/08/2026';
const OCTOBER_TO_NOVEMBER = ['2026-10-12', '2026-11-02', '2026-11-08'];

describe('the order of dates in a PDF', () => {
  it.each([
    ['one date has only one order', 'Account history', ['11/02/2026', '11/13/2026'], ['2026-11-02', '2026-11-13']],
    ['the period is printed in words', NOVEMBER, ['11/02/2026', '11/05/2026'], ['2026-11-02', '2026-11-05']],
    ['the period is numeric', NUMERIC, ['10/12/2026', '11/02/2026', '11/08/2026'], OCTOBER_TO_NOVEMBER],
    ['the dates have no year', NUMERIC, ['10/12', '11/02', '11/08'], OCTOBER_TO_NOVEMBER],
    ['months are named', NUMERIC, ['OCT 12', 'NOV 02', 'NOV 08'], OCTOBER_TO_NOVEMBER],
    ['dates have only a day', 'Statement period: 11/01/2026 - 11/30/2026', ['2', '13'], ['2026-11-02', '2026-11-13']],
    [
      'the day comes first',
      'Periodo del 01/11/2026 al 30/11/2026',
      ['02/11/26', '05/11/26'],
      ['2026-11-02', '2026-11-05'],
    ],
  ])('detects the order if %s', async (_, title, dates, days) => {
    expect(await read(title, dates)).toMatchObject({ days, codes: [] });
  });

  it.each([
    ['11/01/2026 - 11/30/2026', '2026-11-01', '2026-11-30'],
    ['12/13/2025 - 01/12/2026', '2025-12-13', '2026-01-12'],
    ['10/09/2026 to 11/08/2026', '2026-10-09', '2026-11-08'],
    ['01/03/2026 - 02/12/2026', '2026-01-03', '2026-02-12'],
    ['05/01/2026 - 06/02/2026', '2026-01-05', '2026-02-06'],
  ])('uses the same order at both ends of the period %s', async (period, start, end) => {
    expect((await read(`Statement period: ${period}`, ['2026-02-01'])).period).toEqual({ start, end });
  });

  it('uses the order of the rows for an ambiguous period', async () => {
    const { period, days } = await read('Statement period: 05/01/2026 - 06/02/2026', ['05/13', '06/01']);
    expect([period, days]).toEqual([{ start: '2026-05-01', end: '2026-06-02' }, ['2026-05-13', '2026-06-01']]);
  });

  it('raises DATE_AMBIGUOUS if neither the period nor the rows determine the order', async () => {
    const ambiguous = { days: ['2026-02-11', '2026-05-11'], codes: ['DATE_AMBIGUOUS'] };
    expect(await read('Account history', ['11/02/2026', '11/05/2026'])).toMatchObject(ambiguous);
    const wide = 'Period: January 1, 2026 to December 31, 2026';
    expect(await read(wide, ['11/02', '11/05'])).toMatchObject(ambiguous);
  });

  it('uses the order in mapping.dateFormat', async () => {
    const dates = ['11/02/2026', '11/05/2026'];
    const monthFirst = { days: ['2026-11-02', '2026-11-05'], codes: [] };
    expect(await read('Account history', dates, { dateFormat: 'MM/dd/yyyy' })).toMatchObject(monthFirst);
    const dayFirst = { days: ['2026-02-11', '2026-05-11'], codes: [] };
    expect(await read(NOVEMBER, dates, { dateFormat: 'dd/MM/yyyy' })).toMatchObject(dayFirst);
    const wrong = { days: ['2026-02-11', null], codes: ['DATE_INVALID'] };
    expect(await read(NOVEMBER, ['11/02/2026', '11/13/2026'], { dateFormat: 'dd/MM/yyyy' })).toMatchObject(wrong);
  });
});
