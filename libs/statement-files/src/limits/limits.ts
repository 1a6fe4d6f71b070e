/**
 * The bounds that keep a hostile file from filling the memory. A statement of the size that is allowed
 * (20 MiB, 100,000 rows) stays well inside all of them.
 */
export const LIMITS = {
  rows: 100_000,
  /** Lines of a text: rows, blank lines, headings and all. */
  records: 300_000,
  /** Lines, rows of a sheet or movements with anything in them: rows, and headings, totals and notes beside them. */
  filledLines: 110_000,
  columns: 1_000,
  /** Thirty columns in each of a hundred thousand rows. */
  cells: 3_000_000,
  /** Characters of one line: the megabyte of the contract. */
  lineLength: 1_000_000,
  /** Characters of one field or cell of markup, after its entities are resolved. */
  textLength: 100_000,
  /** Characters of all cells of a workbook together. */
  characters: 64_000_000,
} as const;
