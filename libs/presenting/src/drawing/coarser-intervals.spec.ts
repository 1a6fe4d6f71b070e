import { describe, expect, it } from '@jest/globals';
import { addDays, intervalsOf, Money } from '@app/kernel/pure';
import { coarserIntervals, sumOf } from './coarser-intervals.js';

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => addDays('2026-01-28', at)).map((day) => ({ start: day, end: day }));
const pesos = (amount: string) => Money.parse(amount, 'MXN');
const ones = (count: number) => [{ name: 'Gastos', amounts: Array.from({ length: count }, () => pesos('1.00')) }];

const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('columns of a chart', () => {
  it('does not sum columns if the chart has room for each of them', () => {
    const intervals = days(10);
    const series = ones(10);
    expect(coarserIntervals(intervals, series, 10)).toEqual({ intervals, series, label: null });
  });

  it('sums columns by week from Monday, with partial first and last weeks', () => {
    expect(written(coarserIntervals(days(10), ones(10), 9))).toEqual({
      label: 'por semana',
      intervals: [
        { start: '2026-01-28', end: '2026-02-01' },
        { start: '2026-02-02', end: '2026-02-06' },
      ],
      series: [{ name: 'Gastos', amounts: ['5.00', '5.00'] }],
    });
  });

  it('sums columns by month or year if there are too many weeks, and keeps the total', () => {
    for (const [most, label, count] of [
      [200, 'por semana', 158],
      [100, 'por mes', 37],
      [10, 'por año', 4],
      [2, 'por año', 4],
    ] as const) {
      const columns = coarserIntervals(days(1_100), ones(1_100), most);
      expect([columns.label, columns.intervals.length]).toEqual([label, count]);
      expect(sumOf(columns.series[0]!.amounts).toString()).toBe('1100.00');
    }
  });

  it('summed columns cover the same days as the original columns', () => {
    const quincenas = intervalsOf({ start: '2006-01-10', end: '2026-01-09' }, 'quincena');
    const { intervals } = coarserIntervals(quincenas, ones(quincenas.length), 370);
    expect([intervals[0]!.start, intervals.at(-1)!.end]).toEqual(['2006-01-10', '2026-01-09']);
    for (const [at, { start }] of intervals.entries())
      if (at > 0) expect(start).toBe(addDays(intervals[at - 1]!.end, 1));
  });
});

it('sums amounts without loss of precision', () => {
  expect(String(sumOf(['9999999999999.99', '0.01', '-0.50'].map(pesos)))).toBe('9999999999999.50');
  expect(String(sumOf(Array.from({ length: 20 }, () => pesos('9999999999999.99'))))).toBe('199999999999999.80');
});
