/** Range of amounts in minor units. Both ends are inclusive. */
export interface AmountRange {
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Merges ranges. Returns their bounds in ascending order: inclusive starts and exclusive ends. An amount is in a range
 * if the number of bounds up to the amount is odd. 0..4, 3..9 and 20..20 become 0, 10, 20, 21.
 */
export function amountBounds(ranges: readonly AmountRange[]): bigint[] {
  const bounds: bigint[] = [];
  for (const { least, most } of ranges.toSorted((a, b) => (a.least < b.least ? -1 : 1))) {
    const end = bounds.at(-1);
    if (end === undefined || least > end) bounds.push(least, most + 1n);
    else if (most >= end) bounds[bounds.length - 1] = most + 1n;
  }
  return bounds;
}
