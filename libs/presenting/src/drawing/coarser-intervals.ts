import type { Day, Money } from '@app/kernel/pure';
import { dayNumber } from '@app/kernel/pure';
import type { Interval, IntervalSeries } from '../chart.js';

/** The coarser intervals that people count by, and what a chart says when it adds up to them. */
const COARSER: readonly (readonly [said: string, keyOf: (day: Day) => string | number])[] = [
  // 1970-01-01 was a Thursday, and weeks begin on Monday.
  ['por semana', (day) => Math.floor((dayNumber(day) + 3) / 7)],
  ['por mes', (day) => day.slice(0, 7)],
  ['por año', (day) => day.slice(0, 4)],
];

export interface Columns {
  readonly intervals: readonly Interval[];
  readonly series: readonly IntervalSeries[];
  /** How they were added up; null where they are as they were. */
  readonly said: string | null;
}

/** Columns that are too many to be seen are added up by the week, the month or the year in which they begin. */
export function coarserIntervals(
  intervals: readonly Interval[],
  series: readonly IntervalSeries[],
  most: number,
): Columns {
  if (intervals.length <= most) return { intervals, series, said: null };
  const coarser = COARSER.map(([said, keyOf]) => ({ said, groups: groupsOf(intervals, keyOf) }));
  const { said, groups } = coarser.find((one) => one.groups.length <= most) ?? coarser.at(-1)!;
  return {
    said,
    intervals: groups.map((group) => spanOf(group.map((index) => intervals[index]!))!),
    series: series.map(({ name, amounts, intervals: own }) => ({
      name,
      ...(own && { intervals: groups.map((group) => spanOf(group.map((index) => own[index] ?? null))) }),
      amounts: groups.map((group) => sumOf(group.map((index) => amounts[index]!))),
    })),
  };
}

/** The indexes of the intervals that begin in the same coarser one. */
function groupsOf(intervals: readonly Interval[], keyOf: (day: Day) => string | number): number[][] {
  return [...Map.groupBy(intervals.keys(), (index) => keyOf(intervals[index]!.start)).values()];
}

/** From the first day of intervals to their last one; null where there are none. */
export function spanOf(intervals: readonly (Interval | null)[]): Interval | null {
  const some = intervals.filter((interval) => interval !== null);
  return some.length === 0 ? null : { start: some[0]!.start, end: some.at(-1)!.end };
}

/** The sum of amounts of one currency, at least one. */
export function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce((sum, amount) => sum.add(amount));
}
