import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, isBankingDay } from '@app/kernel/pure';
import { sized } from '../../../../test/e2e/support/long-form.js';
import type { RecordedDates } from './card-calendar.js';
import { CardCalendar } from './card-calendar.js';

const shown = (calendar: CardCalendar, day: string, count: number) => {
  let period = calendar.holding(day);
  return Array.from({ length: count }, () => {
    const { start, cutOff, dueDate } = period;
    period = calendar.next(period);
    return `${start} ${cutOff} ${dueDate}`;
  });
};
const recordedDates = (month: string, cutOff: string | null, dueDate: string | null = null): RecordedDates => ({
  ...{ month, cutOff, dueDate },
});

const SEED = 20261123;

describe('the periods of a card', () => {
  it('a period ends on the cut-off day, and its payment is due paymentDays later or on the next banking day', () => {
    // December 27, 2026 is a Sunday.
    expect(shown(new CardCalendar({ cutOffDay: 7, paymentDays: 20 }), '2026-11-07', 2)).toEqual([
      '2026-10-08 2026-11-07 2026-11-27',
      '2026-11-08 2026-12-07 2026-12-28',
    ]);
  });

  it.each([
    [29, ['2028-01-29', '2028-02-29', '2028-03-29']],
    [30, ['2028-01-30', '2028-02-29', '2028-03-30']],
    [31, ['2028-01-31', '2028-02-29', '2028-03-31']],
  ])(
    'a period with cut-off day %i ends on the last day of a shorter month and does not shift later periods',
    (cutOffDay, cutOffs) => {
      const calendar = new CardCalendar({ cutOffDay, paymentDays: 20 });
      expect(shown(calendar, '2028-01-15', 3).map((line) => line.split(' ')[1])).toEqual(cutOffs);
    },
  );

  it('uses the recorded dates of a period, and the card terms in later periods', () => {
    const calendar = new CardCalendar({ cutOffDay: 7, paymentDays: 20 }, [
      recordedDates('2026-11-01', '2026-11-09', '2026-11-30'),
    ]);
    expect(shown(calendar, '2026-11-09', 2)).toEqual([
      '2026-10-08 2026-11-09 2026-11-30',
      '2026-11-10 2026-12-07 2026-12-28',
    ]);
    expect(calendar.holding('2026-11-08').cutOff).toBe('2026-11-09');
    expect(calendar.previous(calendar.holding('2026-11-10')).cutOff).toBe('2026-11-09');
  });

  it('skips a month if a recorded cut-off is later than the cut-off of that month', () => {
    // This cut-off was recorded when the cut-off day was the 28th. It is now the 3rd.
    const calendar = new CardCalendar({ cutOffDay: 3, paymentDays: 20 }, [recordedDates('2026-10-01', '2026-11-05')]);
    expect(shown(calendar, '2026-11-01', 2)).toEqual([
      '2026-09-04 2026-11-05 2026-11-25',
      '2026-11-06 2026-12-03 2026-12-23',
    ]);
  });

  it('periods cover the calendar without gaps for random card terms and recorded dates', () => {
    const rule = fc.record({
      cutOffDay: fc.integer({ min: 1, max: 31 }),
      paymentDays: fc.integer({ min: 1, max: 60 }),
    });
    const moves = fc.array(fc.integer({ min: -25, max: 25 }), { maxLength: 12 });
    fc.assert(
      fc.property(rule, moves, fc.integer({ min: 0, max: 20_000 }), (terms, shifts, days) => {
        const start = addDays('1990-01-01', days);
        const recorded: RecordedDates[] = [];
        for (const shift of shifts) {
          const calendar = new CardCalendar(terms, recorded);
          const period = calendar.holding(addDays(start, recorded.length * 31));
          const cutOff = addDays(calendar.nominalCutOff(period.month), shift);
          // The API requires that a recorded cut-off is between the cut-offs of the adjacent statements.
          if (cutOff < period.start || cutOff >= calendar.next(period).cutOff) continue;
          if (!recorded.some(({ month }) => month === period.month)) recorded.push(recordedDates(period.month, cutOff));
        }
        const calendar = new CardCalendar(terms, recorded);
        let period = calendar.holding(start);
        expect(period.start <= start && start <= period.cutOff).toBe(true);
        for (let n = 0; n < 30; n += 1) {
          const next = calendar.next(period);
          expect(next.start).toBe(addDays(period.cutOff, 1));
          expect(next.cutOff >= next.start).toBe(true);
          expect(calendar.previous(next)).toEqual(period);
          expect(calendar.holding(next.cutOff)).toEqual(next);
          expect(calendar.holding(next.start)).toEqual(next);
          expect(isBankingDay(next.dueDate)).toBe(true);
          period = next;
        }
      }),
      { seed: SEED, numRuns: sized(30, 100) },
    );
  });
});
