import type { Day } from '@app/kernel/pure';
import { addDays, lastDayOf } from '@app/kernel/pure';

export type HistoryInterval = 'day' | 'week' | 'month';

/** Ten years of days, leap days included. */
export const MAX_POINTS = 3660;

/**
 * Returns every day, or the last day of each week (ending Sunday) or month, and always `to`; null if there are more than
 * MAX_POINTS. `historyPoints('2026-01-30', '2026-03-10', 'month')` returns 31 January, 28 February and 10 March.
 */
export function historyPoints(from: Day, to: Day, interval: HistoryInterval): Day[] | null {
  const points: Day[] = [];
  for (let day = lastDayOf(interval, from); day < to; day = lastDayOf(interval, addDays(day, 1))) {
    if (points.push(day) === MAX_POINTS) return null;
  }
  return [...points, to];
}
