import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, addMonths, dayAt, dayNumber } from '@app/kernel/pure';
import { sized } from '../../../../test/e2e/support/long-form.js';
import type { CalendarSpan } from './calendar-spans.js';
import { calendarSpans } from './calendar-spans.js';

const SEED = 20261127;
const spansOf = (from: string, before: string) =>
  calendarSpans(from, before).map((piece) => `${piece.span} ${piece.from} ${piece.before}`);

const after = (day: string, { span }: CalendarSpan) =>
  span === 'day' ? addDays(day, 1) : addMonths(day, span === 'month' ? 1 : 12);

describe('the totals of a date range', () => {
  it('reads a single total for a whole month or year', () => {
    expect(spansOf('2026-03-01', '2026-04-01')).toEqual(['month 2026-03-01 2026-04-01']);
    expect(spansOf('2026-01-01', '2027-01-01')).toEqual(['year 2026-01-01 2027-01-01']);
  });

  it('splits a date range into days at its edges and whole months and years between them', () => {
    expect(spansOf('2024-01-15', '2026-03-10')).toEqual([
      'day 2024-01-15 2024-02-01',
      'month 2024-02-01 2025-01-01',
      'year 2025-01-01 2026-01-01',
      'month 2026-01-01 2026-03-01',
      'day 2026-03-01 2026-03-10',
    ]);
  });

  it('splits a range without a whole month into days, and an empty range into nothing', () => {
    expect(spansOf('2026-03-15', '2026-04-15')).toEqual(['day 2026-03-15 2026-04-15']);
    expect(spansOf('2026-03-15', '2026-03-15')).toEqual([]);
  });

  it('never uses a total that is longer than the given maximum span', () => {
    const years = ['2024-01-15', '2026-03-10'] as const;
    expect(calendarSpans(...years, 'month').map(({ span }) => span)).toEqual(['day', 'month', 'day']);
    expect(calendarSpans(...years, 'day')).toEqual([{ span: 'day', from: years[0], before: years[1] }]);
  });

  it(`at most 383 totals cover any date range without gaps or overlaps (seed ${SEED})`, () => {
    const days = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2201-01-31') });
    fc.assert(
      fc.property(days, days, (a, b) => {
        const [from, before] = [dayAt(Math.min(a, b)), dayAt(Math.max(a, b))];
        const spans = calendarSpans(from, before);
        let [at, totals] = [from, 0];
        for (const piece of spans) {
          expect(piece.from).toBe(at);
          for (let day = at; day < piece.before; day = after(day, piece)) {
            totals += 1;
            at = after(day, piece);
          }
          expect(at).toBe(piece.before);
        }
        expect(at).toBe(before);
        expect(totals).toBeLessThanOrEqual(30 + 11 + 301 + 11 + 30);
      }),
      { seed: SEED, numRuns: sized(125, 500) },
    );
  });
});
