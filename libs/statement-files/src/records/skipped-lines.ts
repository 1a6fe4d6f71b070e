import type { SkippedLine } from './source-table.js';

/** Real statements have fewer skipped lines. A hostile file may have more. */
const MAX_LISTED = 5_000;

/** Truncates the list. The last entry of a truncated list states the number of further lines. */
export function listed(skipped: SkippedLine[]): SkippedLine[] {
  const more = skipped.length - MAX_LISTED;
  if (more <= 0) return skipped;
  return [...skipped.slice(0, MAX_LISTED), { line: skipped[MAX_LISTED]!.line, reason: `${more} further lines` }];
}
