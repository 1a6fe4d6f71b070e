import type { Day, Series } from '@app/kernel/pure';
import { addDays, occurrencesFrom } from '@app/kernel/pure';
import { MAX_MOVE_DAYS, OVERDUE_AFTER_DAYS, overdueFrom } from './occurrence.js';

/** Maximum age of an overdue occurrence that is announced. Limits the number of announcements per schedule. */
const TOLD_DAYS_BACK = 366;

/**
 * Returns the last day whose overdue occurrences do not have to be announced.
 * @param toldUntil null if no occurrence has been announced yet
 */
export function announcedUntil(toldUntil: Day | null, today: Day): Day {
  const earliest = addDays(today, -TOLD_DAYS_BACK);
  return toldUntil === null || toldUntil < earliest ? earliest : toldUntil;
}

export function nextPostOn(series: Series, after: Day): Day | null {
  for (const { date } of occurrencesFrom(series, addDays(after, -MAX_MOVE_DAYS))) if (date > after) return date;
  return null;
}

/** Returns the first day after `after` on which an occurrence may become overdue; null if the series has ended. */
export function firstTellOn(series: Series, after: Day): Day | null {
  const next = nextPostOn(series, addDays(after, -OVERDUE_AFTER_DAYS));
  return next === null ? null : overdueFrom(next);
}
