/** The least and the most that a schedule takes for its amount, in minor units. */
export interface AmountRange {
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Ranges of amounts, cut where any of them begins or ends. Which of many ranges hold an amount is then one look-up: the
 * segment that it lies in, and the ranges over that segment.
 */
export interface AmountSegments {
  /** Where segments begin, rising; each ends before the next begins. */
  readonly starts: readonly bigint[];
  /** Each segment with a range over it: the segment by its place in `starts`, counted from 1, the range from 0. */
  readonly covers: readonly { readonly segment: number; readonly range: number }[];
}

/** Cuts ranges into segments: 0 to 9 and 5 to 5 are cut into 0 to 4, 5, and 6 to 9, of which the second is in both. */
export function amountSegments(ranges: readonly AmountRange[]): AmountSegments {
  const bounds = new Set(ranges.flatMap(({ least, most }) => [least, most + 1n]));
  const starts = [...bounds].sort((one, other) => (one < other ? -1 : 1));
  const covers = ranges.flatMap(({ least, most }, range) =>
    starts.flatMap((start, at) => (start >= least && start <= most ? [{ segment: at + 1, range }] : [])),
  );
  return { starts, covers };
}
