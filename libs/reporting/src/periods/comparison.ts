import type { Period } from '@app/kernel/pure';
import { addDays, addMonths, dayNumber, lastDayOf, monthsBetween } from '@app/kernel/pure';

export const COMPARISONS = ['none', 'previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Returns the compared period, or null if there is no comparison. `previous` is the period just before, with the same
 * number of days, or of months if the period consists of whole months: March for April, 7 to 9 April for 10 to 12
 * April. `year` has the same dates one year earlier, with 28 February instead of 29 February.
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
