/** Keeps hostile files from exhausting memory. A file of 20 MiB and 100,000 rows stays well below these limits. */
export const LIMITS = {
  rows: 100_000,
  /** All lines of a text file, including blank ones. */
  records: 300_000,
  /** Non-empty lines, sheet rows or movements: rows plus headings, totals and notes. */
  filledLines: 110_000,
  columns: 1_000,
  cells: 3_000_000,
  /** Characters per line (1 MB). */
  lineLength: 1_000_000,
  /** Characters per field or markup cell, after entities are resolved. */
  textLength: 100_000,
  characters: 64_000_000,
} as const;
