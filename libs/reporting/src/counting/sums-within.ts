import type { Period } from '@app/kernel/pure';
import type { Cell } from './counted.js';

/** What cells add up to whose keys are days, by the interval in which their day lies; the intervals follow each other. */
export function sumsWithin(cells: readonly Cell[], intervals: readonly Period[]): { amount: bigint; count: number }[] {
  const sums = intervals.map(() => ({ amount: 0n, count: 0 }));
  const inOrder = cells.toSorted((a, b) => (a.key! < b.key! ? -1 : 1));
  let at = 0;
  for (const { key, amount, count } of inOrder) {
    while (intervals[at]!.end < key!) at += 1;
    sums[at]!.amount += amount;
    sums[at]!.count += count;
  }
  return sums;
}
