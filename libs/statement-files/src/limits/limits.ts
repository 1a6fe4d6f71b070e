/**
 * Limits that prevent malicious files from exhausting memory. A file of 20 MiB with 100,000 rows is well below them.
 */
export const LIMITS = {
  rows: 100_000,
  /** Maximum lines in a text file, including blank lines. */
  records: 300_000,
  /** Maximum non-empty lines, sheet rows or transactions, including headings, totals and notes. */
  filledLines: 110_000,
  columns: 1_000,
  cells: 3_000_000,
  /** Maximum characters per line. */
  lineLength: 1_000_000,
  /** Maximum characters per field or markup cell, after entities are replaced. */
  textLength: 100_000,
  characters: 64_000_000,
} as const;
