import type { Day } from '@app/kernel/pure';
import { answeredState, bookingState, type BookingState } from '../cells/booking-state.js';
import { currencyNamed } from '../cells/currency-name.js';
import { currencyLines, foreignCurrency } from '../cells/stated-currency.js';
import type { DateColumn } from '../cells/date-column.js';
import { areRegions } from '../cells/mexican-states.js';
import { lastDayNamed } from '../cells/period.js';
import type { CurrencyColumn } from './row-amount.js';
import type { StatementAccount } from '../records/statement-account.js';
import { detectColumns, type DetectedColumns } from '../columns/detect-columns.js';
import { EMPTY_MAPPING, fieldOf, overlaidMapping, type ColumnKey, type Mapping } from '../records/mapping.js';
import type { SkippedLine, SourceRecord, SourceTable } from '../records/source-table.js';
import { sideMarks } from '../tables/side-marks.js';
import { stateAsked } from '../tables/heading-kinds.js';
import { findTable, firstLine, headerText, movementsAbove, type FoundTable } from '../tables/find-table.js';
import { MAX_HEADING_LENGTH, readHeading } from '../tables/header-words.js';
import { findSections, type Sections } from '../tables/sections.js';
import { joinedNumbers } from '../tables/torn-numbers.js';
import { movementLines, type DoubtfulLines } from '../tables/movement-lines.js';
import type { StatementWarning } from '../records/statement-warning.js';
import { shortened } from '../text/cell-text.js';
import { foldText, isBlank } from '../text/fold-text.js';

export interface Movements {
  readonly table: FoundTable;
  readonly records: readonly SourceRecord[];
  readonly skipped: readonly SkippedLine[];
  readonly ofOtherTables: readonly number[];
  readonly continued: ReadonlyMap<readonly string[], string>;
  readonly doubtful: DoubtfulLines;
  readonly mapping: Mapping;
  readonly headings: readonly string[];
  readonly isGuessed: boolean;
  readonly fee: number | null;
  readonly isAmountTold: boolean;
  /** True if the file format defines expenses as negative. */
  readonly isSigned: boolean;
  readonly texts: readonly number[];
  /** True if cells may contain ISO dates in addition to dates in the file's format. */
  readonly typedDates: boolean;
  /** Yields the date cells of all lines, because lines that are not transactions also show the format. */
  readonly dateCells: () => Iterable<string>;
  readonly lastDay: () => Day | null;
  /**
   * Currency of the whole file according to its headings or the lines above the table; null if it is the account's
   * currency.
   */
  readonly strangeCurrency: string | null;
  readonly otherCurrencies: readonly CurrencyColumn[];
  readonly accounts: readonly string[];
  readonly sides: number | null;
  readonly isReceived: boolean;
  readonly state: StateColumn | null;
  readonly warnings: readonly StatementWarning[];
  /**
   * Returns the reason why a row is not booked, or null for a booked row. This property itself is null if the file has
   * no booking states.
   */
  readonly notBooked: ((cells: readonly string[]) => string | null) | null;
}

export interface StateColumn {
  readonly column: number;
  readonly read: (cell: string) => BookingState;
}

export function findMovements(
  source: SourceTable,
  overrides: Partial<Mapping>,
  dates: DateColumn,
  account: StatementAccount,
): Movements {
  return source.layout ? laidOutMovements(source, overrides) : tableMovements(source, overrides, dates, account);
}

function tableMovements(
  source: SourceTable,
  overrides: Partial<Mapping>,
  dates: DateColumn,
  account: StatementAccount,
): Movements {
  const { table, all, isJoined } = withSideMarks(wholeTable(source, overrides), overrides);
  const headings = table.header?.cells ?? [];
  const detected = detectColumns(table, account);
  const mapping = overlaidMapping(detected.mapping, overrides);
  dates.readAsHeaded(headings[mapping.date ?? -1] ?? '');
  const { movements, skipped, ofOtherTables, doubtful, continued } = movementLines(
    table,
    mapping,
    (cell) => dates.written(cell) !== null,
  );
  const isOverridden = (key: ColumnKey) => typeof overrides[key] === 'number';
  const state = stateColumn(detected, headings, movements);
  const header = table.header === null ? null : headerText(table.header.cells);
  const sections = findSections(all, movements, ({ cells }) => continued.has(cells) || headerText(cells) === header);
  const isGuessed = detected.isGuessed || (isJoined && table.header === null && mapping.balance === null);
  return {
    table,
    records: movements,
    skipped,
    ofOtherTables: [...movementsAbove(source.records, table), ...ofOtherTables],
    doubtful,
    continued,
    mapping,
    headings,
    isGuessed: isGuessed && !isOverridden('amount') && !isOverridden('debit') && !isOverridden('credit'),
    fee: isSame(mapping, detected.mapping) ? detected.fee : null,
    isAmountTold: isOverridden('amount'),
    isSigned: false,
    texts: detected.texts,
    typedDates: source.typedDates ?? false,
    dateCells: () => cellsOf(table.body, mapping.date),
    lastDay: () => lastDayNamed(textsAround(source.records, table)),
    strangeCurrency: statedCurrency(source.records, table, mapping, account.accountCurrency),
    otherCurrencies: otherCurrencies(headings, mapping, account.accountCurrency),
    state,
    accounts: sections.accounts,
    sides: detected.sides,
    isReceived: detected.isReceived,
    warnings: [],
    notBooked: bookingJudge(state, detected, headings, sections),
  };
}

/**
 * Joins numbers that were split at commas because they had no quotes. If this is ambiguous, lines that are wider than
 * the header are malformed.
 */
function wholeTable({ records, delimiter }: SourceTable, overrides: Partial<Mapping>): WholeTable {
  const isMapped = isComplete(overrides);
  const table = findTable(records, isMapped);
  const joined = delimiter === ',' ? joinedNumbers(records, table) : null;
  if (joined === null) return { table, all: records, isJoined: false };
  if (joined !== 'torn') return { table: findTable(joined, isMapped), all: joined, isJoined: true };
  const headed = table.header!.cells.length;
  const narrowed = {
    ...table,
    width: Math.min(table.width, headed),
    usualLengths: new Set([...table.usualLengths].filter((length) => length <= headed)),
  };
  return { table: narrowed, all: records, isJoined: false };
}

/** Appends the marks of debits and credits to the amounts, unless the client maps a direction column. */
function withSideMarks(whole: WholeTable, { direction }: Partial<Mapping>): WholeTable {
  const marked = direction == null ? sideMarks(whole.table) : new Map<SourceRecord, SourceRecord>();
  if (marked.size === 0) return whole;
  const of = (record: SourceRecord) => marked.get(record) ?? record;
  return { ...whole, table: { ...whole.table, body: whole.table.body.map(of) }, all: whole.all.map(of) };
}

interface WholeTable {
  readonly table: FoundTable;
  readonly all: readonly SourceRecord[];
  readonly isJoined: boolean;
}

function laidOutMovements(
  { records, layout, typedDates = false }: SourceTable,
  callerMapping: Partial<Mapping>,
): Movements {
  const { headings, mapping, plainAmounts, skipped } = layout!;
  const width = headings.length;
  const overrides = plainAmounts ? { ...callerMapping, decimalSeparator: '.' as const } : callerMapping;
  const overlaid = overlaidMapping({ ...EMPTY_MAPPING, ...mapping }, overrides);
  // If the client maps another category column, it replaces the categories of the splits.
  const isDivided = overlaid.category === (mapping.category ?? null);
  return {
    table: { header: layout!.header ?? null, body: records, width, usualLengths: new Set([width]) },
    records: isDivided ? records : records.map(({ parts: _, ...record }) => record),
    skipped,
    ofOtherTables: [],
    doubtful: { kept: new Set(), lines: [] },
    continued: new Map(),
    mapping: overlaid,
    headings,
    isGuessed: false,
    fee: null,
    isAmountTold: false,
    isSigned: true,
    texts: [],
    typedDates,
    dateCells: () => cellsOf(records, overlaid.date),
    lastDay: () => null,
    strangeCurrency: null,
    otherCurrencies: [],
    state: null,
    accounts: [],
    sides: null,
    isReceived: false,
    warnings: layout!.warnings ?? [],
    notBooked: null,
  };
}

function isSame(first: Mapping, second: Mapping): boolean {
  return first.amount === second.amount && first.debit === second.debit && first.credit === second.credit;
}

function isComplete(mapping: Partial<Mapping>): boolean {
  const isTold = (key: ColumnKey) => typeof mapping[key] === 'number';
  return isTold('date') && (isTold('amount') || isTold('debit') || isTold('credit'));
}

export function* cellsOf(records: readonly SourceRecord[], column: number | null): Generator<string> {
  if (column === null) return;
  for (const { cells } of records) yield cells[column] ?? '';
}

const SEARCHED = 200;

function* linesAbove(records: readonly SourceRecord[], table: FoundTable): Generator<readonly string[]> {
  const first = firstLine(table);
  for (const { line, cells } of records.slice(0, SEARCHED)) {
    if (line < first) yield cells;
  }
}

function* textsAround(records: readonly SourceRecord[], table: FoundTable): Generator<string> {
  for (const cells of linesAbove(records, table)) yield cells.join(' ');
}

/**
 * Returns the currency of the headings of amounts, or else of the lines above the table. Null if it is the account's
 * currency.
 */
function statedCurrency(
  records: readonly SourceRecord[],
  table: FoundTable,
  { amount, debit, credit }: Mapping,
  account: string,
): string | null {
  const headings = [amount, debit, credit].map((column) => table.header?.cells[column ?? -1] ?? '');
  const headed = headings.map((heading) => foreignCurrency(heading, account)).find((strange) => strange !== null);
  if (headed !== undefined) return headed;
  if (headings.some((heading) => foldText(heading).split(' ').includes(account.toLowerCase()))) return null;
  const above = [...currencyLines(linesAbove(records, table))];
  const strange = above.map((text) => foreignCurrency(text, account));
  return strange.every((each) => each !== null) ? (strange[0] ?? null) : null;
}

const AMOUNT_ROLES: ReadonlySet<string> = new Set(['amount', 'debit', 'credit', 'sides']);

function otherCurrencies(headings: readonly string[], mapping: Mapping, account: string): CurrencyColumn[] {
  return headings.flatMap((heading, column) => {
    if (heading.length > MAX_HEADING_LENGTH || fieldOf(mapping, column) !== null) return [];
    const isAmount = readHeading(heading.trim()).some(({ role }) => AMOUNT_ROLES.has(role));
    const currency = isAmount || currencyNamed(heading) !== null ? foreignCurrency(heading, account) : null;
    return currency === null ? [] : [{ column, currency }];
  });
}

/**
 * Returns the column with booking states. Caches the state by the text of the cell, because rows have few different
 * texts.
 */
function stateColumn(
  { state }: DetectedColumns,
  headings: readonly string[],
  records: readonly SourceRecord[],
): StateColumn | null {
  if (state === null || areRegions(cellsOf(records, state))) return null;
  const asks = stateAsked(headings[state] ?? '');
  const known = new Map<string, BookingState>();
  const read = (cell: string) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const booking = asks === null ? bookingState(cell) : answeredState(cell, asks);
    known.set(cell, booking);
    return booking;
  };
  return { column: state, read };
}

function bookingJudge(
  state: StateColumn | null,
  { bookingDay }: DetectedColumns,
  headings: readonly string[],
  { unbooked }: Sections,
): Movements['notBooked'] {
  if (state === null && bookingDay === null && unbooked.size === 0) return null;
  const heading = (column: number) => shortened(headings[column] ?? '');
  return (cells) => {
    const cell = state === null ? '' : (cells[state.column] ?? '');
    if (state !== null && state.read(cell) === 'not booked') {
      return `The column "${heading(state.column)}" has the value "${shortened(cell)}", so the row is skipped.`;
    }
    const title = unbooked.get(cells);
    if (title !== undefined) return `The row is under "${shortened(title)}", so it is skipped.`;
    if (bookingDay === null || !isBlank(cells[bookingDay] ?? '')) return null;
    return `The row has no booking date in the column "${heading(bookingDay)}", so it is skipped.`;
  };
}
