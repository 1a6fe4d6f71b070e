import type { SkippedLine } from './source-table.js';

/** Maximum listed lines. Real statements have fewer. */
const MAX_LISTED = 5_000;

/** Shortens a list that is too long. Its last entry then states how many lines were omitted. */
export function listed(skipped: SkippedLine[]): SkippedLine[] {
  const more = skipped.length - MAX_LISTED;
  if (more <= 0) return skipped;
  return [...skipped.slice(0, MAX_LISTED), { line: skipped[MAX_LISTED]!.line, reason: `${more} further lines` }];
}
