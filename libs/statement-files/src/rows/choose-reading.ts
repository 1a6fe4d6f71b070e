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

export interface ChosenReading {
  readonly reading: RowReading;
  readonly foundDateFormat: DateFormat | null;
  readonly foundDecimal: DecimalSeparator;
  /** True if every amount has three digits after the separator, so that they may be decimals or thousands. */
  readonly isScaleUnlikely: boolean;
}

/** Decides how to read the mapped columns. The running balance decides if dates, signs or separators are ambiguous. */
export function chooseReading(movements: Movements, dates: DateColumn, account: StatementAccount): ChosenReading {
  const { table, mapping, records, typedDates } = movements;
  const counted = dates.counted(writtenDates(movements));
  const yearful = findDateFormat(counted);
  const { year } = mapping;
  const lastDay = yearful === null && year === null && counted.size > 0 ? movements.lastDay() : null;
  const detected = yearful ?? findDateFormat(counted, { lastDay, year });
  const requested = mapping.dateFormat === null ? null : parseDateFormat(mapping.dateFormat);
  const dayOf = dates.reader(
    mapping.dateFormat === null ? (detected?.format ?? null) : requested && { ...requested, lastDay, year },
  );
  const isAmbiguous = mapping.dateFormat === null && (detected?.ambiguous ?? false);
  const sides = sidedSigns(movements);
  const draft: RowReading = {
    mapping,
    decimal: mapping.decimalSeparator ?? '.',
    decimals: new Map(),
    dayOf: typedDates ? (cell) => typedDay(cell) ?? dayOf(cell) : dayOf,
    lacksYear: (cell) => detected === null && isYearless(dates.written(cell)),
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
  const formatByTime = isAmbiguous ? formatInTime(reading, movements, dates, detected!, account) : null;
  return {
    reading: formatByTime === null ? reading : withDates(reading, dates, formatByTime, typedDates),
    foundDateFormat: formatByTime ?? detected?.format ?? null,
    foundDecimal,
    isScaleUnlikely,
  };
}

/**
 * Returns the date format in which the days are in the order of the balances. Returns null if the balances do not
 * decide.
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
  const [steps, otherSteps] = [stepsBack(format), stepsBack(other)];
  if (steps === null || otherSteps === null || (steps > 0 && otherSteps > 0) || steps === otherSteps) return null;
  return steps === 0 ? format : other;
}

function withDates(reading: RowReading, dates: DateColumn, format: DateFormat, typedDates: boolean): RowReading {
  const dayOf = dates.reader(format);
  return {
    ...reading,
    dayOf: typedDates ? (cell) => typedDay(cell) ?? dayOf(cell) : dayOf,
    isAmbiguous: () => false,
  };
}

/**
 * Returns the input for the balance chain. The change is null for a row with errors and zero for a row that is not
 * booked.
 */
export function link({ date, amountMinor, type, balanceMinor, errors, warnings }: StatementRow): BalanceLink {
  if (warnings.some(({ code }) => code === 'NOT_BOOKED')) return { date, change: 0n, balance: null };
  const change = errors.length > 0 || amountMinor === null ? null : type === 'expense' ? -amountMinor : amountMinor;
  return { date, change, balance: balanceMinor };
}

/** True if the direction column shows that deposits have a minus sign and charges do not. */
function chargesHaveNoMinus({ records, mapping }: Movements, direction: DirectionReading): boolean {
  if (mapping.amount === null || mapping.direction === null) return false;
  const { expense, income } = signsBySide(records, mapping.amount, (cells) =>
    direction(cells[mapping.direction!] ?? ''),
  );
  return expense.plus > expense.minus * 3 && income.minus > income.plus && income.minus > 0;
}

/** True if some amounts have a plus or CR and none has a minus or DR. Amounts without a mark are then expenses. */
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

/** Applies the fee column if more balances agree with it. */
function withFees(reading: RowReading, { fee }: Movements, fitOf: (reading: RowReading) => number): RowReading {
  if (fee === null || reading.mapping.balance === null) return reading;
  const taken = ([-1n, 1n] as const).map((sign) => ({ ...reading, fees: { column: fee, sign } }));
  return [reading, ...taken].reduce((best, each) => (fitOf(each) > fitOf(best) ? each : best));
}

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
  const { each, fit: most } = fits.reduce((best, next) => (next.fit > best.fit ? next : best));
  const typesOf = (candidate: RowReading) => records.map((record, at) => readRow(record, at, candidate).type).join();
  const tied = fits.filter(({ fit }) => fit === most);
  return { ...each, areSidesTied: tied.length > 1 && new Set(tied.map((fit) => typesOf(fit.each))).size > 1 };
}

function someOf(cells: Iterable<string>, holds: (cell: string) => boolean): boolean {
  for (const cell of cells) if (holds(cell)) return true;
  return false;
}

function* writtenDates({ dateCells, typedDates }: Movements): Generator<string> {
  for (const cell of dateCells()) if (!typedDates || typedDay(cell) === null) yield cell;
}

/** Minimum number of figures before three digits count as decimals. */
const ENOUGH = 5;

interface FoundDecimal {
  readonly decimal: DecimalSeparator;
  readonly decimals: ReadonlyMap<number, DecimalSeparator>;
  readonly isScaleUnlikely: boolean;
}

/**
 * Finds the decimal separator. If every figure is ambiguous (`1.500`), the balance decides. If there is no balance, the
 * separator marks thousands, unless there are at least five figures that all end in zero but not all in two zeros
 * (`29.000`, `58.450`).
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
  const opposite: DecimalSeparator = likely === '.' ? ',' : '.';
  if (balance !== null) {
    const [fit, oppositeFit] = [fitWith(likely), fitWith(opposite)];
    if (fit !== oppositeFit)
      return { decimal: oppositeFit > fit ? opposite : likely, decimals, isScaleUnlikely: false };
  }
  const figures = [...figuresOf(records, mapping)].map(([, figure]) => figure).filter((each) => /[1-9]/.test(each));
  const isEach = figures.length > 1 && undecided >= figures.length && hasMinorUnit(accountCurrency);
  const hasCents =
    isEach &&
    figures.length >= ENOUGH &&
    figures.every((figure) => figure.endsWith('0')) &&
    figures.some((figure) => !figure.endsWith('00'));
  return { decimal: hasCents ? opposite : likely, decimals, isScaleUnlikely: isEach };
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
  // This column certainly sets the direction, so rows with unknown words have errors.
  const heading = table.header?.cells[mapping.direction] ?? '';
  const readings = directionReadings(values, heading, account.accountKind, 0);
  return readings.filter((reading) => [...values.keys()].some((value) => reading(value) !== null));
}

/** Chooses between two readings of a letter by the balance. Returns null if the balance does not decide. */
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
