import type { Day } from '@app/kernel/pure';
import { addDays, lastDayOf } from '@app/kernel/pure';

export type HistoryInterval = 'day' | 'week' | 'month';

/** Maximum number of points: ten years of days (10 × 366). */
export const MAX_POINTS = 3660;

/**
 * Returns the days of a history: every day, or the last day of each week (Sunday) or month, and always `to`. Null if
 * there are more than MAX_POINTS. `historyPoints('2026-01-30', '2026-03-10', 'month')` returns 31 January, 28 February
 * and 10 March.
 */
export function historyPoints(from: Day, to: Day, interval: HistoryInterval): Day[] | null {
  const points: Day[] = [];
  for (let day = lastDayOf(interval, from); day < to; day = lastDayOf(interval, addDays(day, 1))) {
    if (points.push(day) === MAX_POINTS) return null;
  }
  return [...points, to];
}
