import type { Period } from '@app/kernel/pure';
import { addDays, addMonths, dayNumber, lastDayOf, monthsBetween } from '@app/kernel/pure';

export const COMPARISONS = ['none', 'previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Returns the period to compare with, or null for `none`. `previous` is the period immediately before with the same
 * number of days: April 7 to 9 for April 10 to 12. If the period consists of whole months, it is the same number of
 * months: March for April. `year` is the same dates one year earlier, with February 28 for February 29.
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
