import type { Day, Step } from '@app/kernel/pure';
import { addDays, stepAt, stepOn } from '@app/kernel/pure';

export const REPEATS = ['month', 'year', 'once', 'week', 'two_weeks'] as const;
export type Repeat = (typeof REPEATS)[number];

export interface Schedule {
  readonly repeat: Repeat;
  readonly startDate: Day;
  /**
   * Last day on which a cycle can begin; null for no end. The single cycle of `once` ends on this day, or after one
   * month if it is null.
   */
  readonly repeatUntil: Day | null;
}

export interface Cycle {
  /** Index of the cycle, starting at 0. */
  readonly index: number;
  readonly start: Day;
  readonly end: Day;
}

const STEPS: Readonly<Record<Repeat, Step>> = {
  month: { count: 1, unit: 'month' },
  year: { count: 12, unit: 'month' },
  once: { count: 1, unit: 'month' },
  week: { count: 7, unit: 'day' },
  two_weeks: { count: 14, unit: 'day' },
};

/**
 * Returns the cycle at an index. Computes its start from the start of the budget rather than from the previous cycle:
 * monthly cycles from 31 January begin on 28 February and then on 31 March.
 */
export function cycleAt(schedule: Schedule, index: number): Cycle {
  const end =
    schedule.repeat === 'once' && schedule.repeatUntil !== null
      ? schedule.repeatUntil
      : addDays(startOf(schedule, index + 1), -1);
  return { index, start: startOf(schedule, index), end };
}

/** Returns the cycle that contains a day. Null if the day is before the start or after the end of the budget. */
export function cycleContaining(schedule: Schedule, day: Day): Cycle | null {
  const cycle = nearestCycle(schedule, day);
  return cycle.start <= day && day <= cycle.end ? cycle : null;
}

/**
 * Returns the cycle that contains a day. If the day is outside of the budget's range, returns the first or the last
 * cycle.
 */
export function nearestCycle(schedule: Schedule, day: Day): Cycle {
  const last = lastIndex(schedule);
  const running = Math.max(0, indexOn(schedule, day));
  return cycleAt(schedule, last === null ? running : Math.min(running, last));
}

/** Returns the start of the first cycle that ends on or after a day, even if that cycle begins after `repeatUntil`. */
export function unfinishedCycleStart(schedule: Schedule, day: Day): Day {
  if (schedule.repeat === 'once') {
    const { start, end } = cycleAt(schedule, 0);
    return end >= day ? start : addDays(end, 1);
  }
  return startOf(schedule, Math.max(0, indexOn(schedule, day)));
}

/** Returns the number of cycles that begin before a day, not counting cycles after `repeatUntil`. */
export function cyclesBefore(schedule: Schedule, day: Day): number {
  if (day <= schedule.startDate) return 0;
  const last = lastIndex(schedule);
  const begun = indexOn(schedule, addDays(day, -1)) + 1;
  return last === null ? begun : Math.min(begun, last + 1);
}

function lastIndex(schedule: Schedule): number | null {
  if (schedule.repeat === 'once') return 0;
  return schedule.repeatUntil === null ? null : Math.max(0, indexOn(schedule, schedule.repeatUntil));
}

/**
 * Returns the index of the cycle that contains a day, ignoring `repeatUntil`. Negative if the day is before the first
 * cycle.
 */
function indexOn({ repeat, startDate }: Schedule, day: Day): number {
  return stepOn(startDate, STEPS[repeat], day);
}

function startOf({ repeat, startDate }: Schedule, index: number): Day {
  return stepAt(startDate, STEPS[repeat], index);
}
