import type { Day, Series } from '@app/kernel/pure';
import { addDays, dayAt, dayNumber, occurrenceOn, occurrencesBetween } from '@app/kernel/pure';
import { MAX_MOVE_DAYS } from '../schedules/occurrence.js';

export interface Candidate {
  readonly scheduleId: string;
  readonly series: Series;
  readonly days: number;
}

export type TakenDates = ReadonlyMap<string, ReadonlySet<Day>>;

interface Expected<T> {
  readonly candidate: T;
  readonly nominalDate: Day;
  isFree: boolean;
}

/** Number of days for which occurrences are computed at once, on first access. */
const BLOCK_DAYS = 64;

/**
 * Maximum number of blocks in memory, which cover about ten years. Imports are matched by date, so even a longer import
 * computes each block at most twice.
 */
const MAX_BLOCKS = 60;

/** Assigns to each transaction the free occurrence whose moved date is nearest. */
export class FreeOccurrences<T extends Candidate> {
  private readonly blocks = new Map<number, Map<number, Expected<T>[]>>();
  private readonly farthest: number;
  private readonly taken: Map<string, Set<Day>>;

  /** @param candidates oldest first; on the same day, the older schedule wins */
  constructor(
    private readonly candidates: readonly T[],
    taken: TakenDates,
  ) {
    this.taken = new Map([...taken].map(([scheduleId, dates]) => [scheduleId, new Set(dates)]));
    this.farthest = Math.max(...candidates.map(({ days }) => days));
  }

  /** Takes the nearest free occurrence that fits. If two are equally near, takes the earlier one. */
  take(date: Day, fits: (candidate: T) => boolean): { candidate: T; nominalDate: Day } | undefined {
    const nearest = this.find(dayNumber(date), fits);
    if (nearest === undefined) return undefined;
    nearest.isFree = false;
    const { scheduleId } = nearest.candidate;
    this.taken.set(scheduleId, (this.taken.get(scheduleId) ?? new Set()).add(nearest.nominalDate));
    return nearest;
  }

  isAnyNear(date: Day): boolean {
    return this.find(dayNumber(date), () => true) !== undefined;
  }

  release(scheduleId: string, nominalDate: Day): void {
    this.taken.get(scheduleId)?.delete(nominalDate);
    const candidate = this.candidates.find((schedule) => schedule.scheduleId === scheduleId);
    const occurrence = candidate && occurrenceOn(candidate.series, nominalDate);
    if (occurrence === undefined) return;
    for (const expected of this.on(dayNumber(occurrence.date))) {
      if (expected.candidate === candidate && expected.nominalDate === nominalDate) expected.isFree = true;
    }
  }

  private find(day: number, fits: (candidate: T) => boolean): Expected<T> | undefined {
    for (let distance = 0; distance <= this.farthest; distance += 1) {
      for (const near of distance === 0 ? [day] : [day - distance, day + distance]) {
        for (const expected of this.on(near)) {
          if (expected.isFree && expected.candidate.days >= distance && fits(expected.candidate)) return expected;
        }
      }
    }
    return undefined;
  }

  private on(day: number): readonly Expected<T>[] {
    const block = Math.floor(day / BLOCK_DAYS);
    const known = this.blocks.get(block);
    if (known !== undefined) return known.get(day) ?? [];
    if (this.blocks.size === MAX_BLOCKS) this.blocks.delete(this.blocks.keys().next().value!);
    const computed = this.reckon(block);
    this.blocks.set(block, computed);
    return computed.get(day) ?? [];
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
