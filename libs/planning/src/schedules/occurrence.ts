import type { Day, Occurrence, Series } from '@app/kernel/pure';
import { addDays, occurrencesFrom } from '@app/kernel/pure';

/** Origin of a match: posted by the schedule, linked by the user, or matched automatically. */
export type MetStatus = 'posted' | 'linked' | 'matched';

export const OCCURRENCE_STATUSES = ['planned', 'posted', 'matched', 'skipped', 'overdue'] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

export const OVERDUE_AFTER_DAYS = 3;

/** Maximum number of days between a date and the banking day to which it moves. */
export const MAX_MOVE_DAYS = 7;

export function overdueFrom(date: Day): Day {
  return addDays(date, OVERDUE_AFTER_DAYS);
}

export function statusOf(
  { date }: Occurrence,
  outcome: 'skipped' | MetStatus | undefined,
  today: Day,
): OccurrenceStatus {
  if (outcome !== undefined) return outcome === 'linked' ? 'matched' : outcome;
  return overdueFrom(date) <= today ? 'overdue' : 'planned';
}

export type OccurrenceChange = 'post' | 'skip' | 'unskip' | 'link';

/**
 * True if the change is allowed. Only open occurrences can be posted, skipped or linked, and only skipped ones can be
 * unskipped.
 */
export function mayChange(status: OccurrenceStatus, change: OccurrenceChange): boolean {
  return change === 'unskip' ? status === 'skipped' : status === 'planned' || status === 'overdue';
}

/**
 * Returns the first occurrence on or after `from` that is not in `taken`. Undefined if there is no such occurrence.
 * @param taken nominal dates of matched and skipped occurrences, at least from a week before `from`
 */
export function firstFree(series: Series, taken: ReadonlySet<Day>, from: Day): Occurrence | undefined {
  for (const occurrence of occurrencesFrom(series, addDays(from, -MAX_MOVE_DAYS))) {
    if (occurrence.date >= from && !taken.has(occurrence.nominalDate)) return occurrence;
  }
  return undefined;
}

/** Returns the occurrences whose moved date is after `after` and not after `until`. */
export function occurrencesDue(series: Series, after: Day, until: Day): Occurrence[] {
  const due: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(series, addDays(after, -MAX_MOVE_DAYS))) {
    if (occurrence.date > until) return due;
    if (occurrence.date > after) due.push(occurrence);
  }
  return due;
}
