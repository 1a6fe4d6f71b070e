import { balanceChain, balanceFit, isProof, type BalanceLink } from '../balances/balance-chain.js';
import type { StatementAccount } from '../records/statement-account.js';
import type { DateColumn } from '../cells/date-column.js';
import { findDateFormat, parseDateFormat, type DateFormat, type FoundDateFormat } from '../cells/date-format.js';
import { hasMinorUnit } from '../cells/currency-name.js';
import { isYearless } from '../cells/parse-date.js';
import { directionReadings, type DirectionReading } from '../cells/direction.js';
import type { Mapping } from '../records/mapping.js';
import { ColumnDecimals } from '../cells/decimal-votes.js';
import { readAmountText, type DecimalSeparator } from '../cells/parse-amount.js';
import { cellsOf, type Movements } from './movements.js';
import { signsBySide } from '../columns/direction-column.js';
import { PLUS, type NegativeSides } from './row-amount.js';
import { sidedSigns } from './sided-signs.js';
import { readRow } from './read-row.js';
import type { RowReading, StatementRow } from './statement-row.js';
import type { SourceRecord } from '../records/source-table.js';
import { typedDay } from '../cells/workbook-cells.js';

/** How the rows of a file are to be read, and what was found of it without regard to what was told. */
export interface ChosenReading {
  readonly reading: RowReading;
  readonly foundDateFormat: DateFormat | null;
  readonly foundDecimal: DecimalSeparator;
  /** Whether every amount has three decimals, which may be decimals or thousands. */
  readonly isScaleUnlikely: boolean;
}

/**
 * Settles for whole columns how dates, amounts and directions are written. What the mapping says is believed; of what
 * the cells leave open, that is taken under which the statement's own balance adds up.
 */
export function chooseReading(movements: Movements, dates: DateColumn, account: StatementAccount): ChosenReading {
  const { table, mapping, records, typedDates } = movements;
  const counted = dates.counted(writtenDates(movements));
  const yearful = findDateFormat(counted);
  const { year } = mapping;
  const lastDay = yearful === null && year === null && counted.size > 0 ? movements.lastDay() : null;
  const found = yearful ?? findDateFormat(counted, { lastDay, year });
  const told = mapping.dateFormat === null ? null : parseDateFormat(mapping.dateFormat);
  const dayOf = dates.reader(
    mapping.dateFormat === null ? (found?.format ?? null) : told && { ...told, lastDay, year },
  );
  const isAmbiguous = mapping.dateFormat === null && (found?.ambiguous ?? false);
  const sides = sidedSigns(movements);
  const draft: RowReading = {
    mapping,
    decimal: mapping.decimalSeparator ?? '.',
    decimals: new Map(),
    dayOf: typedDates ? (cell) => typedDay(cell) ?? dayOf(cell) : dayOf,
    lacksYear: (cell) => found === null && isYearless(dates.written(cell)),
    isAmbiguous: (cell) => isAmbiguous && !(typedDates && typedDay(cell) !== null),
    direction: null,
    hasInvertedSigns: false,
    isUnmarkedSpent: false,
    isCharged: someOf(cellsOf(records, mapping.amount), (cell) => cell.endsWith('A') || cell.endsWith('a')),
    fees: null,
    negativeSides: sides[0]!,
    areSidesTied: false,
    accountCurrency: account.accountCurrency,
    width: table.width,
    usualLengths: table.usualLengths,
    texts: movements.texts,
    strangeCurrency: movements.strangeCurrency,
    otherCurrencies: movements.otherCurrencies,
    continued: movements.continued,
    doubtful: movements.doubtful.kept,
    notBooked: movements.notBooked,
  };
  const fitOf = (reading: RowReading) =>
    balanceFit(
      records.map((record, at) => link(readRow(record, at, reading))),
      account.accountKind,
    );
  const directions = possibleDirections(movements, account);
  const {
    decimal: foundDecimal,
    decimals,
    isScaleUnlikely,
  } = findDecimal(movements, account, (decimal) =>
    Math.max(
      0,
      ...(directions.length > 0 ? directions : [null]).map((direction) => fitOf({ ...draft, decimal, direction })),
    ),
  );
  const scaled = { ...draft, decimal: mapping.decimalSeparator ?? foundDecimal, decimals };
  const sided = mapping.balance === null ? scaled : withSides(scaled, sides, records, fitOf);
  const direction = chooseDirection(directions, mapping, (candidate) => fitOf({ ...sided, direction: candidate }));
  const hasInvertedSigns = direction !== null && chargesHaveNoMinus(movements, direction);
  const plain: RowReading = { ...sided, direction, hasInvertedSigns };
  const marked: RowReading = { ...plain, isUnmarkedSpent: direction === null && onlyIncomesMarked(movements) };
  const isMarked = marked.isUnmarkedSpent && (mapping.balance === null || fitOf(marked) > fitOf(plain));
  const reading = withFees(isMarked ? marked : plain, movements, fitOf);
  const formatByTime = isAmbiguous ? formatInTime(reading, movements, dates, found!, account) : null;
  return {
    reading: formatByTime === null ? reading : withDates(reading, dates, formatByTime, typedDates),
    foundDateFormat: formatByTime ?? found?.format ?? null,
    foundDecimal,
    isScaleUnlikely,
  };
}

/**
 * Of two readings of the dates the one under which they run in the order that the statement's own balance proves, where the
 * other goes back and forth; null where neither does, or where there is no such balance.
 */
function formatInTime(
  reading: RowReading,
  { records, mapping, typedDates }: Movements,
  dates: DateColumn,
  { format, other }: FoundDateFormat,
  { accountKind }: StatementAccount,
): DateFormat | null {
  if (mapping.balance === null || other === null) return null;
  const stepsBack = (candidate: DateFormat) => {
    const dated = withDates(reading, dates, candidate, typedDates);
    const links = records.map((record, at) => link(readRow(record, at, dated)));
    const chain = balanceChain(links, accountKind);
    if (!isProof(chain, links)) return null;
    let [back, before] = [0, ''];
    for (const index of chain.order) {
      const day = links[index]!.date;
      if (day === null) continue;
      if (day < before) back += 1;
      before = day;
    }
    return back;
  };
  const [one, two] = [stepsBack(format), stepsBack(other)];
  if (one === null || two === null || (one > 0 && two > 0) || one === two) return null;
  return one === 0 ? format : other;
}

function withDates(reading: RowReading, dates: DateColumn, format: DateFormat, typedDates: boolean): RowReading {
  const dayOf = dates.reader(format);
  return {
    ...reading,
    dayOf: typedDates ? (cell) => typedDay(cell) ?? dayOf(cell) : dayOf,
    isAmbiguous: () => false,
  };
}

/** A row as a link of the statement's running balance. A row in error says nothing about it, and one not booked moves nothing. */
export function link({ date, amountMinor, type, balanceMinor, errors, warnings }: StatementRow): BalanceLink {
  if (warnings.some(({ code }) => code === 'NOT_BOOKED')) return { date, change: 0n, balance: null };
  const change = errors.length > 0 || amountMinor === null ? null : type === 'expense' ? -amountMinor : amountMinor;
  return { date, change, balance: balanceMinor };
}

/** Whether the words of the direction column show that in this file deposits are what has a minus. */
function chargesHaveNoMinus({ records, mapping }: Movements, direction: DirectionReading): boolean {
  if (mapping.amount === null || mapping.direction === null) return false;
  const { expense, income } = signsBySide(records, mapping.amount, (cells) =>
    direction(cells[mapping.direction!] ?? ''),
  );
  return expense.plus > expense.minus * 3 && income.minus > income.plus && income.minus > 0;
}

/** Whether some amounts have a plus or CR, others no mark at all, and none a minus or DR: those without were spent. */
function onlyIncomesMarked({ records, mapping: { amount, invertSign } }: Movements): boolean {
  if (invertSign) return false;
  const seen = { marked: false, unmarked: false };
  for (const cell of cellsOf(records, amount)) {
    const written = readAmountText(cell);
    if (typeof written === 'string' || !/[1-9]/.test(written.figure)) continue;
    if (written.negative || written.side === 'debit') return false;
    seen[written.side === 'credit' || PLUS.test(cell) ? 'marked' : 'unmarked'] = true;
  }
  return seen.marked && seen.unmarked;
}

/** Fees in a column of their own are taken off where the statement's balance follows from more rows that way. */
function withFees(reading: RowReading, { fee }: Movements, fitOf: (reading: RowReading) => number): RowReading {
  if (fee === null || reading.mapping.balance === null) return reading;
  const taken = ([-1n, 1n] as const).map((sign) => ({ ...reading, fees: { column: fee, sign } }));
  return [reading, ...taken].reduce((best, other) => (fitOf(other) > fitOf(best) ? other : best));
}

/** Where a debit or credit column has both signs, they are understood as the balance says. */
function withSides(
  reading: RowReading,
  sides: readonly NegativeSides[],
  records: readonly SourceRecord[],
  fitOf: (reading: RowReading) => number,
): RowReading {
  if (sides.length < 2) return reading;
  const fits = sides
    .map((negativeSides) => ({ ...reading, negativeSides }))
    .map((each) => ({ each, fit: fitOf(each) }));
  const { each, fit: most } = fits.reduce((best, other) => (other.fit > best.fit ? other : best));
  const typesOf = (candidate: RowReading) => records.map((record, at) => readRow(record, at, candidate).type).join();
  const tied = fits.filter(({ fit }) => fit === most);
  return { ...each, areSidesTied: tied.length > 1 && new Set(tied.map((one) => typesOf(one.each))).size > 1 };
}

function someOf(cells: Iterable<string>, holds: (cell: string) => boolean): boolean {
  for (const cell of cells) if (holds(cell)) return true;
  return false;
}

/** The dates for which a format has to be found. */
function* writtenDates({ dateCells, typedDates }: Movements): Generator<string> {
  for (const cell of dateCells()) if (!typedDates || typedDay(cell) === null) yield cell;
}

/** So many figures without any thousand between them leave little doubt of their decimals. */
const ENOUGH = 5;

interface FoundDecimal {
  readonly decimal: DecimalSeparator;
  /** Columns that are certain of another one. */
  readonly decimals: ReadonlyMap<number, DecimalSeparator>;
  readonly isScaleUnlikely: boolean;
}

/**
 * The decimal separator of the amounts, and of a balance that is certain of its own. Where every figure could be read both ways (`1.500`), the one
 * under which the balance adds up is taken, and without a balance the one that makes thousands of them; but figures of
 * which each has a third decimal that is zero, and some cents (`29.000`, `58.450`), are no thousands.
 */
function findDecimal(
  { records, mapping }: Movements,
  { accountCurrency }: StatementAccount,
  fitWith: (decimal: DecimalSeparator) => number,
): FoundDecimal {
  const columns = new ColumnDecimals();
  for (const [column, figure] of figuresOf(records, mapping)) columns.see(column, figure);
  const { amount, debit, credit, balance } = mapping;
  const amounts = [amount, debit, credit].filter((column) => column !== null);
  const own = columns.certain(amounts);
  const certain = own ?? columns.certain();
  if (certain !== null) {
    const each = own === null ? [] : [...new Set([...amounts, balance])].filter((column) => column !== null);
    const decimals = each.flatMap((column) => {
      const separator = columns.certain([column]);
      return separator === null || separator === certain ? [] : [[column, separator] as const];
    });
    return { decimal: certain, decimals: new Map(decimals), isScaleUnlikely: false };
  }
  const decimals = new Map<number, DecimalSeparator>();
  const { decimal: likely, undecided } = columns.likely();
  if (undecided === 0) return { decimal: likely, decimals, isScaleUnlikely: false };
  const other: DecimalSeparator = likely === '.' ? ',' : '.';
  if (balance !== null) {
    const [fit, otherFit] = [fitWith(likely), fitWith(other)];
    if (fit !== otherFit) return { decimal: otherFit > fit ? other : likely, decimals, isScaleUnlikely: false };
  }
  const figures = [...figuresOf(records, mapping)].map(([, figure]) => figure).filter((each) => /[1-9]/.test(each));
  const isEach = figures.length > 1 && undecided >= figures.length && hasMinorUnit(accountCurrency);
  const hasCents =
    isEach &&
    figures.length >= ENOUGH &&
    figures.every((figure) => figure.endsWith('0')) &&
    figures.some((figure) => !figure.endsWith('00'));
  return { decimal: hasCents ? other : likely, decimals, isScaleUnlikely: isEach };
}

function* figuresOf(records: readonly SourceRecord[], mapping: Mapping): Generator<readonly [number, string]> {
  for (const column of new Set([mapping.amount, mapping.debit, mapping.credit, mapping.balance])) {
    if (column === null) continue;
    for (const cell of cellsOf(records, column)) {
      const amount = readAmountText(cell);
      if (typeof amount === 'object') yield [column, amount.figure];
    }
  }
}

function possibleDirections({ records, table, mapping }: Movements, account: StatementAccount): DirectionReading[] {
  if (mapping.direction === null) return [];
  const values = new Map<string, number>();
  for (const cell of cellsOf(records, mapping.direction)) values.set(cell, (values.get(cell) ?? 0) + 1);
  // The column is certain, so whatever it says in words is used, and a row that says nothing is in error.
  const heading = table.header?.cells[mapping.direction] ?? '';
  const readings = directionReadings(values, heading, account.accountKind, 0);
  return readings.filter((reading) => [...values.keys()].some((value) => reading(value) !== null));
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
