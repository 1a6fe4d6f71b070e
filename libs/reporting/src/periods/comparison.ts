import type { Period } from '@app/kernel/pure';
import { addDays, addMonths, dayNumber, lastDayOf, monthsBetween } from '@app/kernel/pure';

/** With what a period is compared. */
export const COMPARISONS = ['none', 'previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * The period that another one is compared with; null with none. `previous` is as many days right before it, or as many
 * months where it is whole months: April 2026 is compared with March, 10 to 12 April with 7 to 9 April. `year` is the same
 * dates a year earlier, with 28 February for the 29th.
 * Source: contract section 15.
 */
export function comparedPeriod(period: Period, comparison: Comparison): Period | null {
  const { start, end } = period;
  if (comparison === 'none') return null;
  if (comparison === 'year') return { start: addMonths(start, -12), end: addMonths(end, -12) };
  return {
    start: isWholeMonths(period) ? addMonths(start, -months(period)) : addDays(start, -days(period)),
    end: addDays(start, -1),
  };
}

function isWholeMonths({ start, end }: Period): boolean {
  return start.endsWith('-01') && end === lastDayOf('month', end);
}

function months({ start, end }: Period): number {
  return monthsBetween(start, end) + 1;
}

function days({ start, end }: Period): number {
  return dayNumber(end) - dayNumber(start) + 1;
}
