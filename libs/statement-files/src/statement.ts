import { isAmount, parseAmount, type Day } from '@app/kernel/pure';
import { balanceChain, type BalanceChain, type BalanceLink } from './balances/balance-chain.js';
import type { Delimiter } from './records/delimiter.js';
import { findDoubts } from './rows/find-doubts.js';
import { findMovements } from './rows/movements.js';
import { chooseReading, link } from './rows/choose-reading.js';
import type { StatementAccount } from './records/statement-account.js';
import { DateColumn } from './cells/date-column.js';
import { firstLine, type FoundTable } from './tables/find-table.js';
import { shortened } from './text/cell-text.js';
import { isBlank } from './text/fold-text.js';
import { readPdfStatement, type CardStatementFacts } from './pdf/read-pdf-statement.js';
import type { PdfSection } from './pdf/account-sections.js';
import type { Period } from './pdf/pdf-dates.js';
import type { PdfPage } from './pdf/pdf-page.js';
import type { ProofFacts } from './pdf/proof.js';
import { layoutOf } from './columns/layout.js';
import { fieldOf, type ColumnKey, type Mapping } from './records/mapping.js';
import { type SkippedLine } from './records/source-table.js';
import type { DecimalSeparator } from './cells/parse-amount.js';
import type { StatementEncoding } from './text/parse-encoding.js';
import { swappedDays, withDateAmbiguous } from './rows/dates-out-of-order.js';
import { readRow, withBalanceBreak } from './rows/read-row.js';
import type { RowReading, StatementRow } from './rows/statement-row.js';
import { readTable } from './readers.js';
import { withOwnExport } from './records/own-export.js';
import { LIMITS } from './limits/limits.js';
import {
  type SourceRecord,
  type SourceTable,
  type StatementBalance,
  type StatementFormat,
} from './records/source-table.js';
import type { StatementWarning } from './records/statement-warning.js';
import { StatementUnreadable } from './limits/unreadable.js';

export { parseDelimiter, type Delimiter } from './records/delimiter.js';
export { recognisedFormat } from './file-signature.js';
export { mappingProblems, type Mapping } from './records/mapping.js';
export type { SkippedLine } from './records/source-table.js';
export { parseEncoding, type StatementEncoding } from './text/parse-encoding.js';
export type { RowError, RowErrorCode, RowWarning, StatementRow } from './rows/statement-row.js';
export type { StatementBalance, StatementFormat } from './records/source-table.js';
export { limitBuffers } from './pdf/bounded-buffers.js';
export { readPdfText, PdfPasswordRequired } from './pdf/pdf-text.js';
export { PdfSectionRequired, type CardStatementFacts } from './pdf/read-pdf-statement.js';
export type { PdfSection } from './pdf/account-sections.js';
export type { Period } from './pdf/pdf-dates.js';
export { proofOf, type Proof, type ProofFacts, type ProofRow } from './pdf/proof.js';
export type { StatementWarning, StatementWarningCode } from './records/statement-warning.js';
export { StatementUnreadable } from './limits/unreadable.js';

export interface ReadingOptions extends StatementAccount {
  readonly encoding?: StatementEncoding;
  readonly delimiter?: Delimiter;
  readonly mapping?: Partial<Mapping>;
  /** ID of the account in a PDF with several accounts. */
  readonly section?: string;
}

/** Detected properties. A property is null if the format does not have it or no row shows it. */
export interface Detected {
  readonly format: StatementFormat;
  readonly encoding: StatementEncoding | null;
  readonly delimiter: Delimiter | null;
  /**
   * Number of lines before the header, or before the first row of a file without a header; null for a structured format
   * without a header, such as OFX.
   */
  readonly preambleRows: number | null;
  /** Line of the header, counted from 1; null if the file has no header. */
  readonly headerRow: number | null;
  readonly dateFormat: string | null;
  readonly decimalSeparator: DecimalSeparator | null;
  readonly skippedLines: readonly SkippedLine[];
  /** Name of the bank in a PDF; null if unknown or for other formats. */
  readonly bank: string | null;
  /** Accounts in a PDF; empty for other formats. */
  readonly sections: readonly PdfSection[];
  /** Period that a PDF states; null if it states none or for other formats. */
  readonly period: Period | null;
}

export interface StatementColumn {
  readonly index: number;
  readonly header: string;
  readonly samples: readonly string[];
  /**
   * Field that is read from this column; null if no field uses it. If several fields share the column, this is the most
   * important one.
   */
  readonly field: ColumnKey | null;
}

export interface OpenStatement {
  /** Totals and balances that a PDF shows outside its rows; null for other formats. */
  readonly proofFacts: ProofFacts | null;
  readonly cardStatement: CardStatementFacts | null;
  readonly detected: Detected;
  readonly mapping: Mapping;
  readonly columns: readonly StatementColumn[];
  readonly rowCount: number;
  readonly openingBalance: StatementBalance | null;
  readonly closingBalance: StatementBalance | null;
  readonly warnings: readonly StatementWarning[];
  /** Running balance; null if the file has no balance column. */
  readonly chain: BalanceChain | null;
  readonly links: readonly BalanceLink[];
  /** Fingerprint of the layout. It does not depend on the reading options. */
  readonly layout: string;
  /** Reads a range of rows, because 100,000 rows at once would take too much memory. */
  rows(from: number, to: number): StatementRow[];
}

export interface ReadStatement extends Omit<OpenStatement, 'rows'> {
  readonly rows: readonly StatementRow[];
}

const JUDGED_ROWS = 300;
const SAMPLES = 5;
const SAMPLED_ROWS = 1_000;
const MAX_SAMPLE_LENGTH = 200;

export function readStatement(bytes: Uint8Array, options: ReadingOptions): ReadStatement {
  const statement = openStatement(bytes, options);
  return { ...statement, rows: statement.rows(0, statement.rowCount) };
}

/**
 * Opens a statement. Options take precedence over the detected properties. The same bytes and options always have the
 * same result.
 * @throws StatementUnreadable if the file is not a readable statement; throws no other error
 */
export function openStatement(bytes: Uint8Array, options: ReadingOptions): OpenStatement {
  return openSource(withOwnExport(readTable(bytes, options), options.accountName), options);
}

/**
 * Opens the statement in the text of a PDF. Options take precedence over the detected properties.
 * @throws PdfSectionRequired if the file has several accounts and `section` names none of them
 * @throws StatementUnreadable if the file is not a readable statement
 */
export function openPdf(pages: readonly PdfPage[], options: ReadingOptions): OpenStatement {
  const pdf = readPdfStatement(pages, options);
  const { bank, sections, period, facts, cardStatement } = pdf;
  const statement = openSource(pdf.source, options);
  const unlikely = accountUnlikely(pdf.section, options);
  return {
    ...statement,
    detected: { ...statement.detected, bank, sections, period },
    warnings: [...statement.warnings, ...(unlikely ? [unlikely] : [])],
    ...{ proofFacts: facts, cardStatement },
  };
}

/** Returns a warning if the account number of the statement does not match the digits in the account's name or bank. */
function accountUnlikely(
  { accountTail }: PdfSection,
  { accountName = '', accountBank }: StatementAccount,
): StatementWarning | null {
  const numbers = `${accountName} ${accountBank ?? ''}`.match(/\d{4,}/g) ?? [];
  if (accountTail === null || numbers.length === 0 || numbers.some((number) => number.endsWith(accountTail)))
    return null;
  const detail = `The statement is of the account that ends in ${accountTail}, but the name or bank of this account has other digits. Check \`accountId\`.`;
  return { code: 'ACCOUNT_UNLIKELY', detail };
}

function openSource(source: SourceTable, options: ReadingOptions): OpenStatement {
  const overrides = options.mapping ?? {};
  const dates = new DateColumn();
  const movements = findMovements(source, overrides, dates, options);
  const { table, mapping, records, headings } = movements;
  if (source.format !== 'pdf' || records.length > 0) refuseWrongCount(records, table);
  const { reading, foundDateFormat, foundDecimal, isScaleUnlikely } = chooseReading(movements, dates, options);
  const dateFormat = foundDateFormat?.tokens ?? null;
  if (
    !source.layout &&
    dateFormat === null &&
    [mapping.amount, mapping.debit, mapping.credit].every((column) => column === null)
  ) {
    throw new StatementUnreadable('no table of transactions was found in the file');
  }
  const decimalSeparator = source.layout?.plainAmounts ? null : foundDecimal;
  const links = mapping.balance === null ? [] : records.map((record, index) => link(readRow(record, index, reading)));
  const chain = mapping.balance === null ? null : balanceChain(links, options.accountKind);
  const breaks = new Set(chain?.breaks);
  const swapped = new Set(source.layout ? [] : swappedDays(daysOf(records, reading), chain !== null));
  const rows = (from: number, to: number) =>
    records.slice(from, to).map((record, at) => {
      const row = readRow(record, from + at, reading);
      const dated = swapped.has(row.index) ? withDateAmbiguous(row) : row;
      return breaks.has(row.index) || (chain !== null && dated !== row) ? withBalanceBreak(dated) : dated;
    });
  return {
    detected: {
      format: source.format,
      encoding: source.encoding,
      delimiter: source.delimiter,
      preambleRows: source.layout && table.header === null ? null : firstLine(table) - 1,
      headerRow: table.header?.line ?? null,
      dateFormat,
      decimalSeparator,
      skippedLines: movements.skipped,
      ...{ bank: null, sections: [], period: null },
    },
    ...{ proofFacts: null, cardStatement: null },
    mapping: {
      ...mapping,
      dateFormat: mapping.dateFormat ?? dateFormat,
      decimalSeparator: source.layout?.plainAmounts ? null : (mapping.decimalSeparator ?? decimalSeparator),
    },
    columns: columnsOf(table, headings, records, mapping),
    rowCount: records.length,
    rows,
    warnings: findDoubts({
      movements,
      reading,
      rows: rows(0, JUDGED_ROWS),
      chain,
      links,
      account: options,
      isEncodingUnsure: source.isEncodingUnsure ?? false,
      unexplained: unexplainedOf(source, () => records.map((record, at) => link(readRow(record, at, reading)))),
      isScaleUnlikely: isScaleUnlikely && mapping.decimalSeparator === null,
      isSignTold: overrides.invertSign !== undefined,
    }),
    chain,
    links,
    layout: layoutOf(source.format, table),
    openingBalance: source.layout?.openingBalance ?? null,
    closingBalance: source.layout?.closingBalance ?? null,
  };
}

function daysOf(records: readonly SourceRecord[], { mapping, dayOf }: RowReading): (Day | null)[] {
  const { date } = mapping;
  return date === null ? [] : records.map(({ cells }) => dayOf(cells[date] ?? ''));
}

function refuseWrongCount(movements: readonly SourceRecord[], { header }: FoundTable): void {
  if (movements.length === 0) {
    throw new StatementUnreadable('there is a header, but no transaction below it', header && `line ${header.line}`);
  }
  if (movements.length <= LIMITS.rows) return;
  throw new StatementUnreadable('the file has more than 100,000 rows', `line ${movements[LIMITS.rows]!.line}`);
}

/**
 * Returns the sum of the transactions minus the change between the stated balances. Returns 0 if they agree with either
 * sign, or if a balance is unknown.
 */
function unexplainedOf({ layout }: SourceTable, links: () => readonly BalanceLink[]): bigint {
  const [opening, closing] = [layout?.openingBalance?.amount, layout?.closingBalance?.amount];
  if (!isAmount(opening) || !isAmount(closing)) return 0n;
  const difference = parseAmount(closing) - parseAmount(opening);
  let sum = 0n;
  for (const { change } of links()) {
    if (change === null) return 0n;
    sum += change;
  }
  return sum === -difference ? 0n : sum - difference;
}

function columnsOf(
  { width }: FoundTable,
  headings: readonly string[],
  movements: readonly SourceRecord[],
  mapping: Mapping,
): StatementColumn[] {
  return Array.from({ length: width }, (_, index) => ({
    index,
    header: shortened(headings[index] ?? '', MAX_SAMPLE_LENGTH),
    samples: samplesOf(movements, index),
    field: fieldOf(mapping, index),
  }));
}

function samplesOf(movements: readonly SourceRecord[], column: number): string[] {
  const samples: string[] = [];
  for (const { cells, raw = cells } of movements.slice(0, SAMPLED_ROWS)) {
    const cell = raw[column] ?? '';
    if (!isBlank(cell)) samples.push(shortened(cell, MAX_SAMPLE_LENGTH));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}
