import type { SkippedLine } from './source-table.js';

/** A statement never has as many lines beside its movements; what somebody made to have them is not told line by line. */
const MAX_LISTED = 5_000;

/** The skipped lines as they are listed: where there are too many, the last one says how many more there are. */
export function listed(skipped: SkippedLine[]): SkippedLine[] {
  const more = skipped.length - MAX_LISTED;
  if (more <= 0) return skipped;
  return [...skipped.slice(0, MAX_LISTED), { line: skipped[MAX_LISTED]!.line, reason: `${more} further lines` }];
}
