import { balanceFit, type BalanceLink } from '../balances/balance-chain.js';
import type { StatementAccount } from '../columns/columns-by-heading.js';
import type { DateColumn } from '../cells/date-column.js';
import { findDateFormat, parseDateFormat, type DateFormat } from '../cells/date-format.js';
import { directionReadings, type DirectionReading } from '../cells/direction.js';
import type { FoundTable } from '../tables/find-table.js';
import type { Mapping } from '../records/mapping.js';
import {
  certainDecimal,
  countVote,
  likelyDecimal,
  noVotes,
  readAmountText,
  type DecimalSeparator,
} from '../cells/parse-amount.js';
import { readRow, type RowReading, type StatementRow } from './read-row.js';
import type { SourceRecord } from '../records/source-table.js';
import { typedDay } from '../cells/workbook-cells.js';

/** The movements of a file, and what is known of them before their formats are. */
export interface Movements {
  readonly table: FoundTable;
  readonly records: readonly SourceRecord[];
  readonly mapping: Mapping;
  readonly dates: DateColumn;
  /** Whether cells may hold days as `2026-10-02` beside those that the file wrote in a format of its own. */
  readonly typedDates: boolean;
}

/** How the rows of a file are to be read, and what was found of it without regard to what was told. */
export interface ChosenReading {
  readonly reading: RowReading;
  readonly foundDateFormat: DateFormat | null;
  readonly foundDecimal: DecimalSeparator;
}

/**
 * Settles for whole columns how dates, amounts and directions are written. What the mapping says is believed; of what
 * the cells leave open, that is taken under which the statement's own balance adds up.
 */
export function chooseReading(movements: Movements, account: StatementAccount): ChosenReading {
  const { table, mapping, dates, records, typedDates } = movements;
  const found = findDateFormat(dates.counted(writtenDates(movements)));
  const told = mapping.dateFormat;
  const dayOf = dates.reader(told === null ? (found?.format ?? null) : parseDateFormat(told));
  const isAmbiguous = told === null && (found?.ambiguous ?? false);
  const draft: RowReading = {
    mapping,
    decimal: mapping.decimalSeparator ?? '.',
    dayOf: typedDates ? (cell) => typedDay(cell) ?? dayOf(cell) : dayOf,
    isAmbiguous: (cell) => isAmbiguous && !(typedDates && typedDay(cell) !== null),
    direction: null,
    negativeSides: {
      debit: isMostlyNegative(cellsOf(movements.records, mapping.debit)),
      credit: isMostlyNegative(cellsOf(movements.records, mapping.credit)),
    },
    accountCurrency: account.accountCurrency,
    width: table.width,
    usualLengths: table.usualLengths,
  };
  const fitOf = (reading: RowReading) =>
    balanceFit(
      records.map((record, at) => link(readRow(record, at, reading))),
      account.accountKind,
    );
  const directions = possibleDirections(movements, account);
  const foundDecimal = findDecimal(movements, (decimal) =>
    Math.max(
      0,
      ...(directions.length > 0 ? directions : [null]).map((direction) => fitOf({ ...draft, decimal, direction })),
    ),
  );
  const settled = { ...draft, decimal: mapping.decimalSeparator ?? foundDecimal };
  const direction = chooseDirection(directions, mapping, (candidate) => fitOf({ ...settled, direction: candidate }));
  return { reading: { ...settled, direction }, foundDateFormat: found?.format ?? null, foundDecimal };
}

/** A row as a link of the statement's running balance. A row in error says nothing about it. */
export function link({ date, amountMinor, type, balanceMinor, errors }: StatementRow): BalanceLink {
  const change = errors.length > 0 || amountMinor === null ? null : type === 'expense' ? -amountMinor : amountMinor;
  return { date, change, balance: balanceMinor };
}

/** Whether more than half of a column's amounts, zeros aside, are negative. */
function isMostlyNegative(cells: Iterable<string>): boolean {
  let lead = 0;
  for (const cell of cells) {
    const amount = readAmountText(cell);
    if (typeof amount === 'object' && /[1-9]/.test(amount.figure)) lead += amount.negative ? 1 : -1;
  }
  return lead > 0;
}

/** The dates for which a format has to be found. */
function* writtenDates({ records, mapping, typedDates }: Movements): Generator<string> {
  for (const cell of cellsOf(records, mapping.date)) if (!typedDates || typedDay(cell) === null) yield cell;
}

function* cellsOf(records: readonly SourceRecord[], column: number | null): Generator<string> {
  if (column === null) return;
  for (const { cells } of records) yield cells[column] ?? '';
}

/**
 * The decimal separator of the money columns together. Where every figure could be read both ways (`1.500`), the one
 * under which the balance adds up is taken, and without a balance the one that makes thousands of them.
 */
function findDecimal(
  { records, mapping }: Movements,
  fitWith: (decimal: DecimalSeparator) => number,
): DecimalSeparator {
  const votes = noVotes();
  for (const column of new Set([mapping.amount, mapping.debit, mapping.credit, mapping.balance])) {
    for (const cell of cellsOf(records, column)) {
      const amount = readAmountText(cell);
      if (typeof amount === 'object') countVote(votes, amount.figure);
    }
  }
  const certain = certainDecimal(votes);
  if (certain !== null) return certain;
  const likely = likelyDecimal(votes);
  if (mapping.balance === null || votes.likely['.'] + votes.likely[','] === 0) return likely;
  const other: DecimalSeparator = likely === '.' ? ',' : '.';
  return fitWith(other) > fitWith(likely) ? other : likely;
}

function possibleDirections({ records, table, mapping }: Movements, account: StatementAccount): DirectionReading[] {
  if (mapping.direction === null) return [];
  const values = new Map<string, number>();
  for (const cell of cellsOf(records, mapping.direction)) values.set(cell, (values.get(cell) ?? 0) + 1);
  // The column is settled, so whatever it says in words is used, and a row that says nothing is in error.
  return directionReadings(values, table.header?.cells[mapping.direction] ?? '', account.accountKind, 0);
}

/** Of two ways to understand a lone letter, the one under which more of the balance adds up; none when neither does. */
function chooseDirection(
  readings: readonly DirectionReading[],
  { balance }: Mapping,
  fitWith: (reading: DirectionReading) => number,
): DirectionReading | null {
  if (readings.length < 2) return readings[0] ?? null;
  if (balance === null) return null;
  const fits = readings.map((reading) => ({ reading, fit: fitWith(reading) })).sort((a, b) => b.fit - a.fit);
  return fits[0]!.fit > fits[1]!.fit ? fits[0]!.reading : null;
}
