import type { Delimiter } from './choose-delimiter.js';
import type { StatementEncoding } from './parse-encoding.js';

/** The kinds of files that statements come in. */
export type StatementFormat = 'csv' | 'xlsx' | 'xls' | 'html' | 'ofx' | 'qif' | 'camt053';

/** One record of a file: the text of its cells as they stand there, and the line on which it begins, from 1. */
export interface SourceRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file taken apart into cells, nothing understood yet: blank lines, headings and totals are records too. */
export interface SourceTable {
  readonly format: StatementFormat;
  /** Null where the format knows no such thing. */
  readonly encoding: StatementEncoding | null;
  readonly delimiter: Delimiter | null;
  readonly records: readonly SourceRecord[];
}

/** What the caller knows about the file; the rest is found. */
export interface SourceHints {
  readonly encoding?: StatementEncoding;
  readonly delimiter?: Delimiter;
}

/**
 * Takes one kind of file apart. Everything after this step (header, columns, dates, amounts, totals) is the same
 * for every format, so a new format is one more reader in `readers.ts`.
 */
export type TableReader = (bytes: Uint8Array, hints: SourceHints) => SourceTable;

/**
 * The bounds that keep a hostile file from filling the memory. A statement of the size that is allowed
 * (20 MiB, 100,000 rows) stays well inside all of them.
 */
export const LIMITS = {
  rows: 100_000,
  /** Rows, blank lines, headings and all. */
  records: 300_000,
  columns: 1_000,
  cells: 5_000_000,
  /** Characters of one line: the megabyte of the contract. */
  lineLength: 1_000_000,
} as const;
