import type { Day, Money } from '@app/kernel/pure';
import { dayNumber } from '@app/kernel/pure';
import type { Interval, IntervalSeries } from '../chart.js';

/**
 * Coarser intervals, finest first. Each has a label for the chart, and a function that returns the same key for all
 * days of an interval.
 */
const COARSER: readonly (readonly [label: string, keyOf: (day: Day) => string | number])[] = [
  // 1970-01-01 was a Thursday. Weeks start on Monday.
  ['por semana', (day) => Math.floor((dayNumber(day) + 3) / 7)],
  ['por mes', (day) => day.slice(0, 7)],
  ['por año', (day) => day.slice(0, 4)],
];

export interface Columns {
  readonly intervals: readonly Interval[];
  readonly series: readonly IntervalSeries[];
  /** Text such as "por semana"; null if the intervals did not change. */
  readonly label: string | null;
}

/** Sums columns by week, month or year if there are more than `most` intervals. */
export function coarserIntervals(
  intervals: readonly Interval[],
  series: readonly IntervalSeries[],
  most: number,
): Columns {
  if (intervals.length <= most) return { intervals, series, label: null };
  const coarser = COARSER.map(([label, keyOf]) => ({ label, groups: groupsOf(intervals, keyOf) }));
  const { label, groups } = coarser.find((option) => option.groups.length <= most) ?? coarser.at(-1)!;
  return {
    label,
    intervals: groups.map((group) => spanOf(group.map((index) => intervals[index]!))!),
    series: series.map(({ name, amounts, intervals: own }) => ({
      name,
      ...(own && { intervals: groups.map((group) => spanOf(group.map((index) => own[index] ?? null))) }),
      amounts: groups.map((group) => sumOf(group.map((index) => amounts[index]!))),
    })),
  };
}

function groupsOf(intervals: readonly Interval[], keyOf: (day: Day) => string | number): number[][] {
  return [...Map.groupBy(intervals.keys(), (index) => keyOf(intervals[index]!.start)).values()];
}

export function spanOf(intervals: readonly (Interval | null)[]): Interval | null {
  const some = intervals.filter((interval) => interval !== null);
  return some.length === 0 ? null : { start: some[0]!.start, end: some.at(-1)!.end };
}

export function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce((sum, amount) => sum.add(amount));
}
