import type { Day, Occurrence, Series } from '@app/kernel/pure';
import { addDays, dayNumber, occurrencesBetween, Pace } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';
import type { Candidate, TakenDates } from './free-occurrences.js';
import { FreeOccurrences } from './free-occurrences.js';

/** Transaction with the schedules that fit its account, type, amount and description. */
export interface Arrival {
  readonly transactionId: string;
  readonly date: Day;
  readonly candidates: readonly Candidate[];
  /** Previous occurrence, which becomes free when the transaction is matched again. */
  readonly released?: { readonly scheduleId: string; readonly nominalDate: Day } | undefined;
}

export interface OccurrenceMatch {
  readonly transactionId: string;
  readonly scheduleId: string;
  readonly nominalDate: Day;
}

/** Returns the maximum distance in days between a transaction and a nominal date. */
export function reach(days: number): number {
  return days + MAX_MOVE_DAYS;
}

/**
 * Matches transactions with occurrences in order. Each transaction takes the free occurrence whose moved date is
 * nearest. If two are equally near, it takes the earlier one; if both are on the same day, it takes the occurrence of
 * the older schedule.
 */
export async function matchesOf(arrivals: readonly Arrival[], taken: TakenDates): Promise<OccurrenceMatch[]> {
  const leaving = arrivals.flatMap(({ released }) => released ?? []);
  const takenAtFirst = new Map([...taken].map(([id, dates]) => [id, new Set(dates)]));
  for (const { scheduleId, nominalDate } of leaving) {
    takenAtFirst.set(scheduleId, (takenAtFirst.get(scheduleId) ?? new Set()).add(nominalDate));
  }
  const free = new FreeOccurrences(candidatesOf(arrivals), takenAtFirst);
  const matches: OccurrenceMatch[] = [];
  const pace = new Pace();
  for (const { transactionId, date, candidates, released } of arrivals) {
    await pace.keep();
    if (released) free.release(released.scheduleId, released.nominalDate);
    const ids = new Set(candidates.map(({ scheduleId }) => scheduleId));
    const match = ids.size === 0 ? undefined : free.take(date, ({ scheduleId }) => ids.has(scheduleId));
    if (match === undefined) continue;
    matches.push({ transactionId, scheduleId: match.candidate.scheduleId, nominalDate: match.nominalDate });
  }
  return matches;
}

/** Returns the distinct schedules, oldest first. Sorts by ID, because IDs are ordered by time. */
function candidatesOf(arrivals: readonly Arrival[]): Candidate[] {
  const byId = new Map(
    arrivals.flatMap(({ candidates }) => candidates.map((schedule) => [schedule.scheduleId, schedule] as const)),
  );
  return [...byId.values()].sort((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1));
}

export function occurrencesNear(series: Series, date: Day, days: number): Occurrence[] {
  const near = occurrencesBetween(series, addDays(date, -reach(days)), addDays(date, reach(days)));
  return near.filter((occurrence) => Math.abs(dayNumber(occurrence.date) - dayNumber(date)) <= days);
}
