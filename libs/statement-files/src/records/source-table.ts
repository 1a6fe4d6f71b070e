import type { Day } from '@app/kernel/pure';
import type { Delimiter } from './delimiter.js';
import type { Mapping } from './mapping.js';
import type { StatementWarning } from './statement-warning.js';
import type { StatementEncoding } from '../text/parse-encoding.js';

export type StatementFormat = 'csv' | 'xlsx' | 'xls' | 'html' | 'ofx' | 'qif' | 'camt053' | 'pdf';

/** Record in a file. `line` is its first line or row, counted from 1. */
export interface SourceRecord {
  readonly line: number;
  /** Page of a PDF, counted from 1; absent in other formats. Lines then count from the top of the page. */
  readonly page?: number;
  readonly cells: readonly string[];
  /** Cells as in the file; absent if no cell was converted. */
  readonly raw?: readonly string[];
  readonly parts?: readonly SourcePart[];
}

export interface SourcePart {
  readonly amount: string;
  readonly category: string;
  readonly notes: string;
  readonly transfer?: string;
  readonly text: string;
}

/**
 * Line that is not a transaction. The reason is a word such as `blank`, `header`, `total`, `opening-balance` or
 * `footer`.
 */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** Stated balance with the sign in the file, such as `1250.00` or `-83.20`. */
export interface StatementBalance {
  readonly amount: string;
  readonly date: Day | null;
}

/** Layout of a structured format, whose records are all transactions. */
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

/** Cells of a file. Blank lines, headings and totals are still records. */
export interface SourceTable {
  readonly format: StatementFormat;
  readonly encoding: StatementEncoding | null;
  readonly delimiter: Delimiter | null;
  /** True if no encoding fits the bytes well. */
  readonly isEncodingUnsure?: boolean;
  readonly records: readonly SourceRecord[];
  /** True if cells may contain ISO dates such as `2026-10-02` in addition to dates in the file's format. */
  readonly typedDates?: boolean;
  readonly layout?: RecordLayout;
}

export interface SourceHints {
  readonly encoding?: StatementEncoding;
  readonly delimiter?: Delimiter;
  readonly mapping?: Partial<Mapping>;
}

/** Parses a file. Omits `layout` if the columns must be detected. Register new readers in `readers.ts`. */
export type TableReader = (bytes: Uint8Array, hints: SourceHints) => SourceTable;
