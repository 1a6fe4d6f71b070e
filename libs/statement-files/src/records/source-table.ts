import type { Day } from '@app/kernel/pure';
import type { Delimiter } from './delimiter.js';
import type { Mapping } from './mapping.js';
import type { StatementWarning } from './statement-warning.js';
import type { StatementEncoding } from '../text/parse-encoding.js';

export type StatementFormat = 'csv' | 'xlsx' | 'xls' | 'html' | 'ofx' | 'qif' | 'camt053';

/** A record of a file. `line` is the line or row on which the record begins, counted from 1. */
export interface SourceRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** Cells as in the file; undefined if no cell had to be converted. */
  readonly raw?: readonly string[];
  readonly parts?: readonly SourcePart[];
}

export interface SourcePart {
  readonly amount: string;
  readonly category: string;
  readonly notes: string;
  readonly transfer?: string;
  /** The part as a line of the notes. */
  readonly text: string;
}

/**
 * A line that is not a movement. The reason is a word such as `blank`, `header`, `total`, `opening-balance` or
 * `footer`.
 */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** A balance that the file states for a day, with the sign in the file, such as `1250.00` or `-83.20`. */
export interface StatementBalance {
  readonly amount: string;
  readonly date: Day | null;
}

/** Layout of a structured format, in which every record is a movement. */
export interface RecordLayout {
  readonly header?: SourceRecord;
  readonly headings: readonly string[];
  readonly mapping: Partial<Mapping>;
  /** True if amounts are plain figures with a decimal point. */
  readonly plainAmounts: boolean;
  readonly skipped: readonly SkippedLine[];
  readonly openingBalance: StatementBalance | null;
  readonly closingBalance: StatementBalance | null;
  readonly warnings?: readonly StatementWarning[];
}

/** A file that is split into cells. Blank lines, headings and totals are still records. */
export interface SourceTable {
  readonly format: StatementFormat;
  readonly encoding: StatementEncoding | null;
  readonly delimiter: Delimiter | null;
  /** True if no encoding fits the bytes well. */
  readonly isEncodingUnsure?: boolean;
  readonly records: readonly SourceRecord[];
  /** True if cells may contain ISO dates such as `2026-10-02` that do not have the date format of the file. */
  readonly typedDates?: boolean;
  readonly layout?: RecordLayout;
}

export interface SourceHints {
  readonly encoding?: StatementEncoding;
  readonly delimiter?: Delimiter;
  readonly mapping?: Partial<Mapping>;
}

/**
 * Returns a table whose columns are detected later, or records with a known layout. Register new readers in
 * `readers.ts`.
 */
export type TableReader = (bytes: Uint8Array, hints: SourceHints) => SourceTable;
