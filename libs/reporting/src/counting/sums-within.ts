import type { Period } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { Cell, Counted } from './counted.js';

/** Sums the selected cells by interval. Cell keys must be days, and the intervals must be consecutive. */
export function sumsWithin(
  { currency, cells }: Counted,
  isSelected: (cell: Cell) => boolean,
  intervals: readonly Period[],
): { amount: Money; count: number }[] {
  const sums = intervals.map(() => ({ amount: Money.zero(currency), count: 0 }));
  const inOrder = cells.filter(isSelected).sort((a, b) => (a.key! < b.key! ? -1 : 1));
  let at = 0;
  for (const { key, amount, count } of inOrder) {
    while (intervals[at]!.end < key!) at += 1;
    const sum = sums[at]!;
    sums[at] = { amount: sum.amount.add(amount), count: sum.count + count };
  }
  return sums;
}
