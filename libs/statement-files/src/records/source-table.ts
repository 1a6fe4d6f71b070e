import type { Day } from '@app/kernel/pure';
import type { Delimiter } from './delimiter.js';
import type { Mapping } from './mapping.js';
import type { StatementWarning } from './statement-warning.js';
import type { StatementEncoding } from '../text/parse-encoding.js';

/** The kinds of files that statements come in. */
export type StatementFormat = 'csv' | 'xlsx' | 'xls' | 'html' | 'ofx' | 'qif' | 'camt053';

/** One record of a file: the text of its cells, and the line or row on which it begins, from 1. */
export interface SourceRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** What the file itself says in these cells, where they had to be put into other words to be read. */
  readonly raw?: readonly string[];
  /** The parts into which the file divides a movement. */
  readonly parts?: readonly SourcePart[];
}

/** A part of a movement, as its file writes it. */
export interface SourcePart {
  readonly amount: string;
  /** Empty where the part has none. */
  readonly category: string;
  readonly notes: string;
  /** The account on the other side, where the part is a transfer. */
  readonly transfer?: string;
  /** The part as a note of the whole. */
  readonly text: string;
}

/** A line that is no movement, and why: `blank`, `header`, `total`, `opening-balance`, `footer` and the like. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** A balance that a statement gives for a day, as it writes its sign: `1250.00`, `-83.20`. */
export interface StatementBalance {
  readonly amount: string;
  readonly date: Day | null;
}

/** What a format with fields of its own says about the records: nothing has to be found, they are all movements. */
export interface RecordLayout {
  /** The line of the headings, where the file has one. */
  readonly header?: SourceRecord;
  /** The fields' names, as the headings of the columns. */
  readonly headings: readonly string[];
  readonly mapping: Partial<Mapping>;
  /** Whether amounts are plain figures with a point, whatever the file wrote, so that no separator has to be found. */
  readonly plainAmounts: boolean;
  readonly skipped: readonly SkippedLine[];
  readonly openingBalance: StatementBalance | null;
  readonly closingBalance: StatementBalance | null;
  /** What the format itself leaves in doubt. */
  readonly warnings?: readonly StatementWarning[];
}

/** A file taken apart into cells, nothing understood yet: blank lines, headings and totals are records too. */
export interface SourceTable {
  readonly format: StatementFormat;
  /** Null where the format knows no such thing. */
  readonly encoding: StatementEncoding | null;
  readonly delimiter: Delimiter | null;
  /** Whether the encoding was guessed from bytes that fit none well. */
  readonly isEncodingUnsure?: boolean;
  readonly records: readonly SourceRecord[];
  /** Whether days may stand in the cells as `2026-10-02`, which is then no format of the file that has to be found. */
  readonly typedDates?: boolean;
  readonly layout?: RecordLayout;
}

/** What the caller knows about the file; the rest is found. */
export interface SourceHints {
  readonly encoding?: StatementEncoding;
  readonly delimiter?: Delimiter;
  readonly mapping?: Partial<Mapping>;
}

/**
 * Takes one kind of file apart. Everything after this step is the same for every format, so a new one is one more reader
 * in `readers.ts`: of a table, in which header, columns and totals are found, or of records with a layout of their own.
 */
export type TableReader = (bytes: Uint8Array, hints: SourceHints) => SourceTable;
