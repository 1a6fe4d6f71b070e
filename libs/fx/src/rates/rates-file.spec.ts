import { describe, expect, it } from '@jest/globals';
import { readRatesFile } from './rates-file.js';

const file = (...lines: string[]) => ['date,quote,base,rate', ...lines].join('\n');

describe('rates file', () => {
  it('reads a day, two currencies and a rate from each line', () => {
    expect(readRatesFile(file('2026-11-19,USD,MXN,18.4123', '2026-11-20,EUR,MXN,21'))).toEqual({
      rates: [
        { day: '2026-11-19', quote: 'USD', base: 'MXN', rate: 1_841_230_000n },
        { day: '2026-11-20', quote: 'EUR', base: 'MXN', rate: 2_100_000_000n },
      ],
      accepted: 2,
      rejected: [],
    });
  });

  it('accepts a byte order mark, spaces, blank lines, CRLF and quotes', () => {
    const { rates, rejected } = readRatesFile('\ufeffDate, Quote ,base,rate\r\n\r\n"2026-11-19", USD ,MXN,"18.5"\r\n');
    expect([rates.length, rejected]).toEqual([1, []]);
  });

  it('accepts mixed line endings and whitespace-only lines', () => {
    const mixed =
      'date,quote,base,rate\n2026-11-19,USD,MXN,18\r\n2026-11-20,USD,MXN,x\r\n   \r2026-11-21,USD,MXN,19\r\n\r\n';
    expect(readRatesFile(mixed)).toMatchObject({ accepted: 2, rejected: [{ line: 3 }] });
  });

  it('uses the last line if a day is repeated', () => {
    expect(readRatesFile(file('2026-11-19,USD,MXN,18', '2026-11-19,USD,MXN,19'))).toMatchObject({
      rates: [{ day: '2026-11-19', quote: 'USD', base: 'MXN', rate: 1_900_000_000n }],
      accepted: 2,
    });
  });

  it('reports every invalid line', () => {
    const { rejected } = readRatesFile(
      file(
        '2026-02-30,USD,MXN,18',
        '2026-11-19,usd,MXN,18',
        '2026-11-19,USD,XXY,18',
        '2026-11-19,MXN,MXN,1',
        '2026-11-19,USD,MXN,0',
        '2026-11-19,USD,MXN,1.123456789',
        '2026-11-19,USD,MXN',
        '2026-11-19,USD,MXN,18,5',
        '2026-11-20,USD,MXN,18',
      ),
    );
    expect(rejected.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rejected.every(({ reason }) => reason.length > 5)).toBe(true);
  });

  it('reports lines with an unclosed quote and lines that are too long', () => {
    const { rates, rejected } = readRatesFile(
      file('"2026-11-19,USD,MXN,18', '2026-11-20,USD,MXN,18', `2026-11-21,USD,MXN,${'1'.repeat(2_000_000)}`, '","'),
    );
    expect([rates.length, rejected.map(({ line }) => line)]).toEqual([1, [2, 4, 5]]);
  });

  it('accepts more lines than a bank statement may have', () => {
    const lines = Array.from({ length: 150_000 }, (_, index) => `2026-11-19,USD,MXN,${index + 1}`);
    expect(readRatesFile(file(lines.join('\n')))).toMatchObject({ accepted: 150_000, rejected: [] });
  });

  it('skips lines that contain only commas', () => {
    expect(readRatesFile(file(',,,', '2026-11-19,USD,MXN,18'))).toMatchObject({ accepted: 1, rejected: [] });
  });

  it('rejects a rates file without a header', () => {
    for (const text of ['', '2026-11-19,USD,MXN,18', 'fecha,quote,base,rate\n'])
      expect(readRatesFile(text)).toMatchObject({ rates: [], rejected: [{ line: 1 }] });
  });
});
