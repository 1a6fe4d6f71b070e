import type { Day, Occurrence, Series } from '@app/kernel/pure';
import { addDays, dayNumber, occurrencesBetween } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';

/** A schedule that a transaction fits by its account, type, amount and description, and how far its date may be. */
export interface Candidate {
  readonly scheduleId: string;
  readonly series: Series;
  readonly days: number;
}

/** A transaction with the schedules that it fits, the oldest of them first. */
export interface Arrival {
  readonly transactionId: string;
  readonly date: Day;
  readonly candidates: readonly Candidate[];
  /** The occurrence that it was until now, which is free from its turn on. */
  readonly givesBack?: { readonly scheduleId: string; readonly nominalDate: Day } | undefined;
}

/** A transaction that meets an occurrence. */
export interface Meeting {
  readonly transactionId: string;
  readonly scheduleId: string;
  readonly nominalDate: Day;
}

/** Nominal dates of occurrences that are not free, by schedule. */
export type TakenDates = Map<string, Set<Day>>;

/** How far from the date of a transaction the nominal date of an occurrence may be. */
export function reach(days: number): number {
  return days + MAX_MOVE_DAYS;
}

/**
 * Which occurrences transactions meet, one after the other in their order: each the nearest free one by its moved date, the
 * earlier where two are as near. What one of them meets is no longer free for the next. Source: contract section 20.
 * @param taken is changed
 */
export function meetingsOf(arrivals: readonly Arrival[], taken: TakenDates): Meeting[] {
  const take = (scheduleId: string, nominalDate: Day) =>
    taken.set(scheduleId, (taken.get(scheduleId) ?? new Set()).add(nominalDate));
  for (const { givesBack } of arrivals) if (givesBack) take(givesBack.scheduleId, givesBack.nominalDate);
  return arrivals.flatMap(({ transactionId, date, candidates, givesBack }) => {
    if (givesBack) taken.get(givesBack.scheduleId)?.delete(givesBack.nominalDate);
    const [nearest] = candidates
      .flatMap(({ scheduleId, series, days }) =>
        occurrencesNear(series, date, days)
          .filter(({ nominalDate }) => !taken.get(scheduleId)?.has(nominalDate))
          .map((occurrence) => ({ ...occurrence, scheduleId })),
      )
      // Sorting is stable: of one date, the occurrence of the older schedule comes first.
      .sort(
        (one, other) =>
          distance(one.date, date) - distance(other.date, date) || dayNumber(one.date) - dayNumber(other.date),
      );
    if (nearest === undefined) return [];
    const { scheduleId, nominalDate } = nearest;
    take(scheduleId, nominalDate);
    return [{ transactionId, scheduleId, nominalDate }];
  });
}

/** The occurrences whose moved date is within so many days of a date. */
export function occurrencesNear(series: Series, date: Day, days: number): Occurrence[] {
  const near = occurrencesBetween(series, addDays(date, -reach(days)), addDays(date, reach(days)));
  return near.filter((occurrence) => distance(occurrence.date, date) <= days);
}

function distance(one: Day, other: Day): number {
  return Math.abs(dayNumber(one) - dayNumber(other));
}
