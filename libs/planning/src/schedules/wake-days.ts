import type { Day, Series } from '@app/kernel/pure';
import { addDays, occurrencesFrom } from '@app/kernel/pure';
import { MAX_MOVE_DAYS, OVERDUE_AFTER_DAYS, overdueFrom } from './occurrence.js';

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
