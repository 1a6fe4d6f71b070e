import type { Day } from './day.js';
import { addDays, addMonths, firstOfMonth, weekday } from './day-number.js';

/** Calendar intervals. A quincena is half a month: the 1st to the 15th, and the 16th to the last day. */
export const INTERVALS = ['day', 'week', 'quincena', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

export interface Period {
  readonly start: Day;
  readonly end: Day;
}

/**
 * Returns the last day of the interval that contains a day. A week ends on Sunday: `lastDayOf('week', '2026-11-20')` is
 * 22 November.
 */
export function lastDayOf(interval: Interval, day: Day): Day {
  if (interval === 'day') return day;
  if (interval === 'week') return addDays(day, 7 - weekday(day));
  if (interval === 'quincena' && day.slice(8) <= '15') return `${day.slice(0, 8)}15`;
  if (interval === 'year') return `${day.slice(0, 4)}-12-31`;
  return addDays(addMonths(firstOfMonth(day), 1), -1);
}

/**
 * Splits a period into calendar intervals, oldest first. Shortens the first and the last interval to fit the period:
 * `intervalsOf({ start: '2026-01-10', end: '2026-02-05' }, 'month')` is 10 to 31 January, and 1 to 5 February.
 */
export function intervalsOf({ start, end }: Period, interval: Interval): Period[] {
  const intervals: Period[] = [];
  for (let first = start; first <= end; first = addDays(intervals.at(-1)!.end, 1)) {
    const last = lastDayOf(interval, first);
    intervals.push({ start: first, end: last < end ? last : end });
  }
  return intervals;
}
