import type { Day, Series } from '@app/kernel/pure';
import { addDays, occurrencesFrom } from '@app/kernel/pure';
import { MAX_MOVE_DAYS, OVERDUE_AFTER_DAYS, overdueFrom } from './occurrence.js';

/** Occurrences that are older are not announced as overdue: their number per schedule is bounded. */
const TOLD_DAYS_BACK = 366;

/** Returns the day after which overdue occurrences are announced; null for a schedule of which none was announced yet. */
export function announcedUntil(toldUntil: Day | null, today: Day): Day {
  const earliest = addDays(today, -TOLD_DAYS_BACK);
  return toldUntil === null || toldUntil < earliest ? earliest : toldUntil;
}

/** The first day after another on which an occurrence comes; null where none does. */
export function nextPostOn(series: Series, after: Day): Day | null {
  for (const { date } of occurrencesFrom(series, addDays(after, -MAX_MOVE_DAYS))) if (date > after) return date;
  return null;
}

/** The first day after another on which an occurrence may become overdue; null where none does. */
export function firstTellOn(series: Series, after: Day): Day | null {
  const next = nextPostOn(series, addDays(after, -OVERDUE_AFTER_DAYS));
  return next === null ? null : overdueFrom(next);
}
