import type { Day, Step } from '@app/kernel/pure';
import { addDays, stepAt, stepOn } from '@app/kernel/pure';

/** How long a cycle is. */
export const REPEATS = ['month', 'year', 'once', 'week', 'two_weeks'] as const;
export type Repeat = (typeof REPEATS)[number];

/** When a budget runs. */
export interface Schedule {
  readonly repeat: Repeat;
  readonly startDate: Day;
  /** No cycle begins after it; a single cycle ends on it. */
  readonly repeatUntil: Day | null;
}

/** A cycle, the first one with the index 0, from its first to its last day. */
export interface Cycle {
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
 * The cycle with an index, reckoned from the start of the budget and never from the cycle before it: from 31 January
 * months begin on 28 February and 31 March. Source: contract section 9.
 */
export function cycleAt(schedule: Schedule, index: number): Cycle {
  const end =
    schedule.repeat === 'once' && schedule.repeatUntil !== null
      ? schedule.repeatUntil
      : addDays(startOf(schedule, index + 1), -1);
  return { index, start: startOf(schedule, index), end };
}

/** The cycle that contains a day; null before the budget begins and after it has ended. */
export function cycleContaining(schedule: Schedule, day: Day): Cycle | null {
  const cycle = nearestCycle(schedule, day);
  return cycle.start <= day && day <= cycle.end ? cycle : null;
}

/** The cycle that contains a day, or else the nearest: the first before the budget begins, the last after its end. */
export function nearestCycle(schedule: Schedule, day: Day): Cycle {
  const last = lastIndex(schedule);
  const running = Math.max(0, indexOn(schedule, day));
  return cycleAt(schedule, last === null ? running : Math.min(running, last));
}

/** The first cycle that is not over before a day, even one that would begin after `repeatUntil`. */
export function unfinishedCycleStart(schedule: Schedule, day: Day): Day {
  if (schedule.repeat === 'once') {
    const { start, end } = cycleAt(schedule, 0);
    return end >= day ? start : addDays(end, 1);
  }
  return startOf(schedule, Math.max(0, indexOn(schedule, day)));
}

/** How many cycles begin before a day, those after `repeatUntil` not among them. */
export function cyclesBefore(schedule: Schedule, day: Day): number {
  if (day <= schedule.startDate) return 0;
  const last = lastIndex(schedule);
  const begun = indexOn(schedule, addDays(day, -1)) + 1;
  return last === null ? begun : Math.min(begun, last + 1);
}

/** The index of the last cycle; null where there is always another. */
function lastIndex(schedule: Schedule): number | null {
  if (schedule.repeat === 'once') return 0;
  return schedule.repeatUntil === null ? null : Math.max(0, indexOn(schedule, schedule.repeatUntil));
}

/** The index of the cycle that a day falls into when nothing ends them; negative before the first. */
function indexOn({ repeat, startDate }: Schedule, day: Day): number {
  return stepOn(startDate, STEPS[repeat], day);
}

function startOf({ repeat, startDate }: Schedule, index: number): Day {
  return stepAt(startDate, STEPS[repeat], index);
}
