/** The least and the most that a schedule takes for its amount, in minor units. */
export interface AmountRange {
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Where ranges of amounts begin and end, those that touch or overlap as one: rising bounds, of which the first, third and so on
 * begin a range and the others come right after one. An amount lies in a range if an odd number of bounds is not above it:
 * 0 to 4, 3 to 9 and 20 to 20 are bounded by 0, 10, 20 and 21.
 */
export function amountBounds(ranges: readonly AmountRange[]): bigint[] {
  const bounds: bigint[] = [];
  for (const { least, most } of ranges.toSorted((one, other) => (one.least < other.least ? -1 : 1))) {
    const end = bounds.at(-1);
    if (end === undefined || least > end) bounds.push(least, most + 1n);
    else if (most >= end) bounds[bounds.length - 1] = most + 1n;
  }
  return bounds;
}
