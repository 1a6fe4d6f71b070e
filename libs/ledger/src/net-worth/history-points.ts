import type { Day } from '@app/kernel/pure';
import { addDays, lastDayOf } from '@app/kernel/pure';

/** How far the points of a history are apart. */
export type HistoryInterval = 'day' | 'week' | 'month';

/** Ten years of days, leap days included. */
export const MAX_POINTS = 3660;

/**
 * The days at which a history stands, oldest first: every day, the last day of each week (Monday to Sunday) or of each
 * month; and `to` in any case. Null where that would be more than MAX_POINTS.
 *
 * `historyPoints('2026-01-30', '2026-03-10', 'month')` is 31 January, 28 February and 10 March.
 * Source: contract section 8.
 */
export function historyPoints(from: Day, to: Day, interval: HistoryInterval): Day[] | null {
  const points: Day[] = [];
  for (let day = lastDayOf(interval, from); day < to; day = lastDayOf(interval, addDays(day, 1))) {
    if (points.push(day) === MAX_POINTS) return null;
  }
  return [...points, to];
}
