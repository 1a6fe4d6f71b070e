import type { Day, Series } from '@app/kernel/pure';
import { addDays, dayAt, dayNumber, occurrenceOn, occurrencesBetween } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';

/** A schedule that looks for transactions, and how far their dates may be from its occurrences. */
export interface Candidate {
  readonly scheduleId: string;
  readonly series: Series;
  readonly days: number;
}

/** Nominal dates of occurrences that are not free, by schedule. */
export type TakenDates = ReadonlyMap<string, ReadonlySet<Day>>;

interface Expected<T> {
  readonly candidate: T;
  readonly nominalDate: Day;
  isFree: boolean;
}

/** Occurrences are reckoned for so many days at a time, when the first of these is looked at. */
const BLOCK_DAYS = 64;

/** The free occurrences of schedules by their moved dates: a transaction looks at the days around its own, and takes one. */
export class FreeOccurrences<T extends Candidate> {
  private readonly blocks = new Map<number, Map<number, Expected<T>[]>>();
  private readonly farthest: number;

  /** @param candidates the oldest schedule first: of one day, its occurrence is taken first */
  constructor(
    private readonly candidates: readonly T[],
    private readonly taken: TakenDates,
  ) {
    this.farthest = Math.max(...candidates.map(({ days }) => days));
  }

  /** Takes the nearest free occurrence to a day of a schedule that fits, the earlier of two that are as near. */
  take(date: Day, fits: (candidate: T) => boolean): { candidate: T; nominalDate: Day } | undefined {
    const found = this.find(dayNumber(date), fits);
    if (found !== undefined) found.isFree = false;
    return found;
  }

  /** Whether a free occurrence is near enough to a day, whatever else has to fit. */
  isAnyNear(date: Day): boolean {
    return this.find(dayNumber(date), () => true) !== undefined;
  }

  /** Frees an occurrence again. */
  giveBack(scheduleId: string, nominalDate: Day): void {
    const candidate = this.candidates.find((one) => one.scheduleId === scheduleId);
    const occurrence = candidate && occurrenceOn(candidate.series, nominalDate);
    if (occurrence === undefined) return;
    for (const one of this.on(dayNumber(occurrence.date))) {
      if (one.candidate === candidate && one.nominalDate === nominalDate) one.isFree = true;
    }
  }

  private find(day: number, fits: (candidate: T) => boolean): Expected<T> | undefined {
    for (let distance = 0; distance <= this.farthest; distance += 1) {
      for (const there of distance === 0 ? [day] : [day - distance, day + distance]) {
        for (const one of this.on(there)) {
          if (one.isFree && one.candidate.days >= distance && fits(one.candidate)) return one;
        }
      }
    }
    return undefined;
  }

  private on(day: number): readonly Expected<T>[] {
    const block = Math.floor(day / BLOCK_DAYS);
    const known = this.blocks.get(block) ?? this.reckon(block);
    this.blocks.set(block, known);
    return known.get(day) ?? [];
  }

  private reckon(block: number): Map<number, Expected<T>[]> {
    const [first, last] = [dayAt(block * BLOCK_DAYS), dayAt((block + 1) * BLOCK_DAYS - 1)];
    const [from, to] = [addDays(first, -MAX_MOVE_DAYS), addDays(last, MAX_MOVE_DAYS)];
    const expected = this.candidates.flatMap((candidate) => {
      const taken = this.taken.get(candidate.scheduleId);
      return occurrencesBetween(candidate.series, from, to)
        .filter(({ date }) => date >= first && date <= last)
        .map(({ nominalDate, date }) => ({ candidate, nominalDate, date, isFree: !taken?.has(nominalDate) }));
    });
    return Map.groupBy(expected, ({ date }) => dayNumber(date));
  }
}
