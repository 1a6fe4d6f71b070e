import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '../../../../test/e2e/support/long-form.js';
import { addDays, dayAt, dayNumber, weekday } from './day-number.js';
import { INTERVALS, intervalsOf } from './interval.js';

const SEED = 20261123;
const cut = (start: string, end: string, interval: (typeof INTERVALS)[number]) =>
  intervalsOf({ start, end }, interval).map((one) => `${one.start} ${one.end}`);

describe('the intervals of a period', () => {
  it('splits a period into full intervals and shortens the first and the last one to fit the period', () => {
    expect(cut('2026-01-10', '2026-03-05', 'month')).toEqual([
      '2026-01-10 2026-01-31',
      '2026-02-01 2026-02-28',
      '2026-03-01 2026-03-05',
    ]);
    expect(cut('2026-11-18', '2026-11-30', 'week')).toEqual([
      '2026-11-18 2026-11-22',
      '2026-11-23 2026-11-29',
      '2026-11-30 2026-11-30',
    ]);
    expect(cut('2028-02-14', '2028-03-01', 'quincena')).toEqual([
      '2028-02-14 2028-02-15',
      '2028-02-16 2028-02-29',
      '2028-03-01 2028-03-01',
    ]);
    expect(cut('2025-12-31', '2026-01-01', 'year')).toEqual(['2025-12-31 2025-12-31', '2026-01-01 2026-01-01']);
    expect(cut('2026-05-05', '2026-05-05', 'day')).toEqual(['2026-05-05 2026-05-05']);
  });

  it(`intervals cover the period without gaps or overlaps and start at calendar boundaries (seed ${SEED})`, () => {
    const days = fc.integer({ min: dayNumber('1899-01-01'), max: dayNumber('2200-12-31') });
    const begins = {
      day: () => true,
      week: (day: string) => weekday(day) === 1,
      quincena: (day: string) => ['01', '16'].includes(day.slice(8)),
      month: (day: string) => day.endsWith('-01'),
      year: (day: string) => day.endsWith('-01-01'),
    };
    fc.assert(
      fc.property(days, fc.nat(1_200), fc.constantFrom(...INTERVALS), (first, length, interval) => {
        const period = { start: dayAt(first), end: dayAt(first + length) };
        const intervals = intervalsOf(period, interval);
        expect([intervals[0]!.start, intervals.at(-1)!.end]).toEqual([period.start, period.end]);
        const all = Array.from({ length: length + 1 }, (_, at) => addDays(period.start, at));
        const due = all.filter((day) => day === period.start || begins[interval](day));
        expect(intervals.map(({ start }) => start)).toEqual(due);
        expect(intervals.slice(0, -1).map(({ end }) => addDays(end, 1))).toEqual(due.slice(1));
      }),
      { seed: SEED, numRuns: sized(60, 200) },
    );
  });
});
