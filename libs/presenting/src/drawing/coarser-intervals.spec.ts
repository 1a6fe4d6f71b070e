import { describe, expect, it } from '@jest/globals';
import { addDays, intervalsOf, Money } from '@app/kernel/pure';
import { coarserIntervals, sumOf } from './coarser-intervals.js';

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => addDays('2026-01-28', at)).map((day) => ({ start: day, end: day }));
const pesos = (amount: string) => Money.parse(amount, 'MXN');
const ones = (count: number) => [{ name: 'Gastos', amounts: Array.from({ length: count }, () => pesos('1.00')) }];

/** With amounts as text. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('columns', () => {
  it('stay as they are while all of them can be seen', () => {
    const intervals = days(10);
    const series = ones(10);
    expect(coarserIntervals(intervals, series, 10)).toEqual({ intervals, series, said: null });
  });

  it('are added up by the week from Monday on, the first and the last one cut', () => {
    expect(written(coarserIntervals(days(10), ones(10), 9))).toEqual({
      said: 'por semana',
      intervals: [
        { start: '2026-01-28', end: '2026-02-01' },
        { start: '2026-02-02', end: '2026-02-06' },
      ],
      series: [{ name: 'Gastos', amounts: ['5.00', '5.00'] }],
    });
  });

  it('are added up by months and years where weeks are too many, and always to the same sum', () => {
    for (const [most, said, count] of [
      [200, 'por semana', 158],
      [100, 'por mes', 37],
      [10, 'por año', 4],
      [2, 'por año', 4],
    ] as const) {
      const columns = coarserIntervals(days(1_100), ones(1_100), most);
      expect([columns.said, columns.intervals.length]).toEqual([said, count]);
      expect(sumOf(columns.series[0]!.amounts).toString()).toBe('1100.00');
    }
  });

  it('cover the same days however they are cut', () => {
    const quincenas = intervalsOf({ start: '2006-01-10', end: '2026-01-09' }, 'quincena');
    const { intervals } = coarserIntervals(quincenas, ones(quincenas.length), 370);
    expect([intervals[0]!.start, intervals.at(-1)!.end]).toEqual(['2006-01-10', '2026-01-09']);
    for (const [at, { start }] of intervals.entries())
      if (at > 0) expect(start).toBe(addDays(intervals[at - 1]!.end, 1));
  });
});

it('the sum of amounts has as many digits as it needs', () => {
  expect(String(sumOf(['9999999999999.99', '0.01', '-0.50'].map(pesos)))).toBe('9999999999999.50');
  expect(String(sumOf(Array.from({ length: 20 }, () => pesos('9999999999999.99'))))).toBe('199999999999999.80');
});
