import type { Day, Occurrence, Series } from '@app/kernel/pure';
import { addDays, dayNumber, occurrencesBetween } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';
import type { Candidate, TakenDates } from './free-occurrences.js';
import { FreeOccurrences } from './free-occurrences.js';

/** A transaction with the schedules that it fits by its account, type, amount and description. */
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

/** How far from the date of a transaction the nominal date of an occurrence may be. */
export function reach(days: number): number {
  return days + MAX_MOVE_DAYS;
}

/**
 * Which occurrences transactions meet, one after the other in their order: each the nearest free one by its moved date, the
 * earlier where two are as near, of one day that of the older schedule. What one of them meets is no longer free for the next.
 * Source: contract section 20.
 */
export function meetingsOf(arrivals: readonly Arrival[], taken: TakenDates): Meeting[] {
  const leaving = arrivals.flatMap(({ givesBack }) => givesBack ?? []);
  const takenAtFirst = new Map([...taken].map(([id, dates]) => [id, new Set(dates)]));
  for (const { scheduleId, nominalDate } of leaving) {
    takenAtFirst.set(scheduleId, (takenAtFirst.get(scheduleId) ?? new Set()).add(nominalDate));
  }
  const free = new FreeOccurrences(candidatesOf(arrivals), takenAtFirst);
  return arrivals.flatMap(({ transactionId, date, candidates, givesBack }) => {
    if (givesBack) free.giveBack(givesBack.scheduleId, givesBack.nominalDate);
    const ids = new Set(candidates.map(({ scheduleId }) => scheduleId));
    const met = ids.size === 0 ? undefined : free.take(date, ({ scheduleId }) => ids.has(scheduleId));
    return met === undefined
      ? []
      : [{ transactionId, scheduleId: met.candidate.scheduleId, nominalDate: met.nominalDate }];
  });
}

/** The schedules that any of some transactions fits, the oldest first: ids rise with time. */
function candidatesOf(arrivals: readonly Arrival[]): Candidate[] {
  const byId = new Map(arrivals.flatMap(({ candidates }) => candidates.map((one) => [one.scheduleId, one] as const)));
  return [...byId.values()].sort((one, other) => (one.scheduleId < other.scheduleId ? -1 : 1));
}

/** The occurrences whose moved date is within so many days of a date. */
export function occurrencesNear(series: Series, date: Day, days: number): Occurrence[] {
  const near = occurrencesBetween(series, addDays(date, -reach(days)), addDays(date, reach(days)));
  return near.filter((occurrence) => Math.abs(dayNumber(occurrence.date) - dayNumber(date)) <= days);
}
