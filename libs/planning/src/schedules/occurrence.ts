import type { Day, Occurrence, Series } from '@app/kernel/pure';
import { addDays, occurrencesFrom } from '@app/kernel/pure';

/** How a transaction met an occurrence: it was made for it, pointed at, or found. */
export type MetStatus = 'posted' | 'linked' | 'matched';

export const OCCURRENCE_STATUSES = ['planned', 'posted', 'matched', 'skipped', 'overdue'] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** How many days after its date an occurrence that nothing met is overdue. Source: contract section 20. */
export const OVERDUE_AFTER_DAYS = 3;

/** A banking day is never further from a date than this. */
export const MAX_MOVE_DAYS = 7;

/** The first day on which an occurrence with this date is overdue, unless something meets it. */
export function overdueFrom(date: Day): Day {
  return addDays(date, OVERDUE_AFTER_DAYS);
}

/** How an occurrence stands on a day, given what became of it, if anything. */
export function statusOf(
  { date }: Occurrence,
  became: 'skipped' | MetStatus | undefined,
  today: Day,
): OccurrenceStatus {
  if (became !== undefined) return became === 'linked' ? 'matched' : became;
  return overdueFrom(date) <= today ? 'overdue' : 'planned';
}

/** What a person may do to an occurrence. */
export type OccurrenceChange = 'post' | 'skip' | 'unskip' | 'link';

/** Whether an occurrence that stands so may be changed so: only one that nothing became of, or to expect a skipped one after all. */
export function mayChange(status: OccurrenceStatus, change: OccurrenceChange): boolean {
  return change === 'unskip' ? status === 'skipped' : status === 'planned' || status === 'overdue';
}

/**
 * The first occurrence from a day on, by its moved date, that is neither met by a transaction nor skipped.
 * @param taken the nominal dates of those that something became of, from a week before the day on
 */
export function firstFree(series: Series, taken: ReadonlySet<Day>, from: Day): Occurrence | undefined {
  for (const occurrence of occurrencesFrom(series, addDays(from, -MAX_MOVE_DAYS))) {
    if (occurrence.date >= from && !taken.has(occurrence.nominalDate)) return occurrence;
  }
  return undefined;
}

/** The occurrences of a series that come to a day by their moved dates, of those that come after another day. */
export function occurrencesDue(series: Series, after: Day, until: Day): Occurrence[] {
  const due: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(series, addDays(after, -MAX_MOVE_DAYS))) {
    if (occurrence.date > until) return due;
    if (occurrence.date > after) due.push(occurrence);
  }
  return due;
}
