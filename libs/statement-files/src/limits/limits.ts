/**
 * Limits that keep a hostile file from exhausting memory. A file at the documented maximum (20 MiB, 100,000 rows) stays
 * well below them.
 */
export const LIMITS = {
  rows: 100_000,
  /** All lines of a text file, including blank ones. */
  records: 300_000,
  /** Non-empty lines, sheet rows or movements: rows plus headings, totals and notes. */
  filledLines: 110_000,
  columns: 1_000,
  /** 30 columns in 100,000 rows. */
  cells: 3_000_000,
  /** Characters per line (1 MB). */
  lineLength: 1_000_000,
  /** Characters per field or markup cell, after entities are resolved. */
  textLength: 100_000,
  /** Characters of all cells of a workbook. */
  characters: 64_000_000,
} as const;
