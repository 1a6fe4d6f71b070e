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

/** The movements among the records of a file, and the columns in which they say what. */
export interface Movements {
  readonly table: FoundTable;
  readonly records: readonly SourceRecord[];
  readonly skipped: readonly SkippedLine[];
  /** The skipped lines that may be rows of other tables. */
  readonly ofOtherTables: readonly number[];
  /** Further lines of descriptions, by the cells of the movement above them. */
  readonly continued: ReadonlyMap<readonly string[], string>;
  /** The lines that are named like totals or balances, which nothing proves. */
  readonly doubtful: DoubtfulLines;
  readonly mapping: Mapping;
  /** The columns' headings, or the names of a format's own fields. */
  readonly headings: readonly string[];
  /** Whether no heading, no balance and no caller says which column holds the amounts. */
  readonly isGuessed: boolean;
  /** A column of fees that the amounts may not include. */
  readonly fee: number | null;
  readonly isAmountTold: boolean;
  /** Whether the format itself says that what is spent has a minus. */
  readonly isSigned: boolean;
  /** Further columns of words, for a row whose description is empty. */
  readonly texts: readonly number[];
  /** Whether cells may hold days as `2026-10-02` beside those that the file wrote in a format of its own. */
  readonly typedDates: boolean;
  /** The cells of the date column, also those of lines that are no movements: they too show the format. */
  readonly dateCells: () => Iterable<string>;
  /** The last day that the text around the table names. */
  readonly lastDay: () => Day | null;
  /** A currency that headings or the lines above state for all amounts, and that is not the account's. */
  readonly strangeCurrency: string | null;
  /** Columns of amounts in other currencies than the account's. */
  readonly otherCurrencies: readonly CurrencyColumn[];
  /** The numbers of accounts that titles between the rows name, where there are several. */
  readonly accounts: readonly string[];
  /** A column of sides that was not taken as the direction, because the amounts have signs of their own. */
  readonly sides: number | null;
  /** True if fees are taken off the amounts that are positive, so that these came in. */
  readonly isReceived: boolean;
  /** The column that says what became of each movement, and how its cells are understood. */
  readonly state: StateColumn | null;
  /** What the file's format leaves in doubt. */
  readonly warnings: readonly StatementWarning[];
  /** Why a row is not booked, as a sentence, and null where it is; null as a whole where the file says nothing of it. */
  readonly notBooked: ((cells: readonly string[]) => string | null) | null;
}

export interface StateColumn {
  readonly column: number;
  readonly read: (cell: string) => BookingState;
}

/** Finds the movements of a file: all records where its format has fields of its own, or else those of its table. */
export function findMovements(
  source: SourceTable,
  given: Partial<Mapping>,
  dates: DateColumn,
  account: StatementAccount,
): Movements {
  return source.layout ? laidOutMovements(source, given) : tableMovements(source, given, dates, account);
}

function tableMovements(
  source: SourceTable,
  given: Partial<Mapping>,
  dates: DateColumn,
  account: StatementAccount,
): Movements {
  const { table, all, isJoined } = withSideMarks(wholeTable(source, given), given);
  const headings = table.header?.cells ?? [];
  const detected = detectColumns(table, account);
  const mapping = overlaidMapping(detected.mapping, given);
  dates.readAsHeaded(headings[mapping.date ?? -1] ?? '');
  const { movements, skipped, ofOtherTables, doubtful, continued } = movementLines(
    table,
    mapping,
    (cell) => dates.written(cell) !== null,
  );
  const isTold = (key: ColumnKey) => typeof given[key] === 'number';
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
    isGuessed: isGuessed && !isTold('amount') && !isTold('debit') && !isTold('credit'),
    fee: isSame(mapping, detected.mapping) ? detected.fee : null,
    isAmountTold: isTold('amount'),
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

/** The table, its numbers joined that unquoted commas tore apart; where that is uncertain, lines wider than the header are torn. */
function wholeTable({ records, delimiter }: SourceTable, given: Partial<Mapping>): WholeTable {
  const isTold = isComplete(given);
  const table = findTable(records, isTold);
  const joined = delimiter === ',' ? joinedNumbers(records, table) : null;
  if (joined === null) return { table, all: records, isJoined: false };
  if (joined !== 'torn') return { table: findTable(joined, isTold), all: joined, isJoined: true };
  const headed = table.header!.cells.length;
  const narrowed = {
    ...table,
    width: Math.min(table.width, headed),
    usualLengths: new Set([...table.usualLengths].filter((length) => length <= headed)),
  };
  return { table: narrowed, all: records, isJoined: false };
}

/** The same with marks of sides behind the amounts, unless the caller says that they stand in a column of directions. */
function withSideMarks(whole: WholeTable, { direction }: Partial<Mapping>): WholeTable {
  const marked = direction == null ? sideMarks(whole.table) : new Map<SourceRecord, SourceRecord>();
  if (marked.size === 0) return whole;
  const of = (record: SourceRecord) => marked.get(record) ?? record;
  return { ...whole, table: { ...whole.table, body: whole.table.body.map(of) }, all: whole.all.map(of) };
}

/** A table among all records of its file, and whether numbers had to be joined in them. */
interface WholeTable {
  readonly table: FoundTable;
  readonly all: readonly SourceRecord[];
  readonly isJoined: boolean;
}

/** In a format with fields of its own every record is a movement, and its amounts are plain where the format says so. */
function laidOutMovements({ records, layout, typedDates = false }: SourceTable, told: Partial<Mapping>): Movements {
  const { headings, mapping, plainAmounts, skipped } = layout!;
  const width = headings.length;
  const given = plainAmounts ? { ...told, decimalSeparator: '.' as const } : told;
  const overlaid = overlaidMapping({ ...EMPTY_MAPPING, ...mapping }, given);
  // Parts have the categories of the format, which a person replaces with those of another column.
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

/** Whether amounts are read where they were found. */
function isSame(one: Mapping, other: Mapping): boolean {
  return one.amount === other.amount && one.debit === other.debit && one.credit === other.credit;
}

function isComplete(mapping: Partial<Mapping>): boolean {
  const isTold = (key: ColumnKey) => typeof mapping[key] === 'number';
  return isTold('date') && (isTold('amount') || isTold('debit') || isTold('credit'));
}

/** The cells of a column; none where there is no such column. */
export function* cellsOf(records: readonly SourceRecord[], column: number | null): Generator<string> {
  if (column === null) return;
  for (const { cells } of records) yield cells[column] ?? '';
}

/** So many lines around a table are searched for its period. */
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

/** The headings of the amounts speak before the lines above the table; one that names the account's currency settles it. */
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

/** The columns that their headings call amounts in another currency, beside those that are read. */
function otherCurrencies(headings: readonly string[], mapping: Mapping, account: string): CurrencyColumn[] {
  return headings.flatMap((heading, column) => {
    if (heading.length > MAX_HEADING_LENGTH || fieldOf(mapping, column) !== null) return [];
    const isAmount = readHeading(heading.trim()).some(({ role }) => AMOUNT_ROLES.has(role));
    const currency = isAmount || currencyNamed(heading) !== null ? foreignCurrency(heading, account) : null;
    return currency === null ? [] : [{ column, currency }];
  });
}

/** The same few words stand in all rows, so that each is understood once. */
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
    const said = asks === null ? bookingState(cell) : answeredState(cell, asks);
    known.set(cell, said);
    return said;
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
      return `The column "${heading(state.column)}" says "${shortened(cell)}", so the row is left out.`;
    }
    const title = unbooked.get(cells);
    if (title !== undefined) return `The row stands under "${shortened(title)}", so it is left out.`;
    if (bookingDay === null || !isBlank(cells[bookingDay] ?? '')) return null;
    return `The row has no day of booking in the column "${heading(bookingDay)}", so it is left out.`;
  };
}
