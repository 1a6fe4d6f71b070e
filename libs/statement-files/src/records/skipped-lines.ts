import type { SkippedLine } from './source-table.js';

/** No real statement has so many lines beside its movements; in a file made to have more, the rest is not listed. */
const MAX_LISTED = 5_000;

/** The skipped lines as they are listed: where there are too many, the last one says how many more there are. */
export function listed(skipped: SkippedLine[]): SkippedLine[] {
  const more = skipped.length - MAX_LISTED;
  if (more <= 0) return skipped;
  return [...skipped.slice(0, MAX_LISTED), { line: skipped[MAX_LISTED]!.line, reason: `${more} further lines` }];
}
