import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, addMonths, dayAt, dayNumber } from '@app/kernel/pure';
import { sized } from '../../../../test/e2e/support/long-form.js';
import type { CalendarSpan } from './calendar-spans.js';
import { calendarSpans } from './calendar-spans.js';

const SEED = 20261127;
const told = (from: string, before: string) =>
  calendarSpans(from, before).map((piece) => `${piece.span} ${piece.from} ${piece.before}`);

/** The day after a span that begins on a day. */
const after = (day: string, { span }: CalendarSpan) =>
  span === 'day' ? addDays(day, 1) : addMonths(day, span === 'month' ? 1 : 12);

describe('the totals of a date range', () => {
  it('are one for a month, and one for a year', () => {
    expect(told('2026-03-01', '2026-04-01')).toEqual(['month 2026-03-01 2026-04-01']);
    expect(told('2026-01-01', '2027-01-01')).toEqual(['year 2026-01-01 2027-01-01']);
  });

  it('are days at the edges, whole months and whole years between them', () => {
    expect(told('2024-01-15', '2026-03-10')).toEqual([
      'day 2024-01-15 2024-02-01',
      'month 2024-02-01 2025-01-01',
      'year 2025-01-01 2026-01-01',
      'month 2026-01-01 2026-03-01',
      'day 2026-03-01 2026-03-10',
    ]);
  });

  it('are days only where no month is whole, and none for an empty range', () => {
    expect(told('2026-03-15', '2026-04-15')).toEqual(['day 2026-03-15 2026-04-15']);
    expect(told('2026-03-15', '2026-03-15')).toEqual([]);
  });

  it('are no longer than the longest that is asked for', () => {
    const years = ['2024-01-15', '2026-03-10'] as const;
    expect(calendarSpans(...years, 'month').map(({ span }) => span)).toEqual(['day', 'month', 'day']);
    expect(calendarSpans(...years, 'day')).toEqual([{ span: 'day', from: years[0], before: years[1] }]);
  });

  it(`cover the range without gap or overlap, and are few (seed ${SEED})`, () => {
    const days = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2201-01-31') });
    fc.assert(
      fc.property(days, days, (one, other) => {
        const [from, before] = [dayAt(Math.min(one, other)), dayAt(Math.max(one, other))];
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
