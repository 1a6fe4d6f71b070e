import { bookingState, isPlainlyUnbooked } from '../cells/booking-state.js';
import { directionReadings } from '../cells/direction.js';
import { readAmountText } from '../cells/parse-amount.js';
import type { FoundTable } from '../tables/find-table.js';
import {
  isBookingDayHeading,
  isFeeHeading,
  isNetHeading,
  isStateHeading,
  stateAsked,
} from '../tables/heading-kinds.js';
import { readHeading } from '../tables/header-words.js';
import { foldText } from '../text/fold-text.js';
import type { SourceRecord } from '../records/source-table.js';
import { EMPTY_MAPPING, fieldOf, type Mapping } from '../records/mapping.js';
import { columnContents, sampleRows, type ColumnContent } from './column-content.js';
import { columnsByContent } from './columns-by-content.js';
import { betterAmount, isLoneDebit } from './amount-evidence.js';
import { amountRank, columnsByHeading } from './columns-by-heading.js';
import type { StatementAccount } from '../records/statement-account.js';

export interface DetectedColumns {
  readonly mapping: Mapping;
  readonly isGuessed: boolean;
  /** Column of fees that the amounts may exclude; null if not found. */
  readonly fee: number | null;
  readonly state: number | null;
  /** Column with directions that the mapping does not use; null if not found. */
  readonly sides: number | null;
  /** Column with a booking date in nearly all rows; null if not found. A row without a booking date is pending. */
  readonly bookingDay: number | null;
  readonly isReceived: boolean;
  readonly texts: readonly number[];
}

/**
 * Detects the columns: first from balances, then from headings that agree with their cells, and then from the cells
 * alone. Never maps `externalId` in delimited text.
 */
export function detectColumns(table: FoundTable, account: StatementAccount): DetectedColumns {
  const sample = sampleRows(table);
  const contents = columnContents(sample, table.width);
  const headings = table.header?.cells ?? [];
  const headed = table.header ? columnsByHeading(headings, contents, sample, account) : {};
  const { columns, isGuessed } = columnsByContent(headed, headings, contents, sample, account);
  const detected = { ...EMPTY_MAPPING, ...columns };
  const hints = { ...account, direction: detected.direction, date: detected.date };
  const better = betterAmount(detected, headings, contents, sample, hints);
  const isReceived = better?.isReceived ?? false;
  const isSigned = better !== null && contents[better.amount]!.hasNegatives;
  const direction = isReceived && isSigned ? null : detected.direction;
  const mapping =
    better === null ? detected : { ...detected, direction, amount: better.amount, debit: null, credit: null };
  const headingOf = ({ index }: ColumnContent) => headings[index] ?? '';
  return {
    mapping,
    isGuessed:
      better === null
        ? isGuessed ||
          hasRival(mapping, headings, contents, sample, account.accountCurrency) ||
          isLoneDebit(mapping, contents, (column) => fieldOf(mapping, column) === null)
        : !better.isProven,
    fee: better?.isProven ? null : feeBeside(mapping, headings, contents),
    state:
      contents.find((each) => each.words >= 0.5 && (isStateHeading(headingOf(each)) || saysBooked(each)))?.index ??
      contents.find((each) => stateAsked(headingOf(each)) !== null && isAnswered(each, mapping))?.index ??
      contents.find((each) => saysState(each, mapping))?.index ??
      null,
    bookingDay:
      contents.find((each) => isNearlyFull(each) && each.index !== mapping.date && isBookingDayHeading(headingOf(each)))
        ?.index ?? null,
    sides:
      mapping.amount === null || isReceived
        ? null
        : (contents.find((each) => namesSides(each, headingOf(each), mapping, account))?.index ?? null),
    isReceived,
    texts: textColumns(mapping, contents),
  };
}

function namesSides(
  { index, values, filled }: ColumnContent,
  heading: string,
  mapping: Mapping,
  { accountKind }: StatementAccount,
): boolean {
  if (fieldOf(mapping, index) !== null || filled < 0.9 || values.size < 2 || values.size > 4) return false;
  const isHeaded = readHeading(heading.trim()).some(({ role }) => role === 'sides' || role === 'direction');
  return isHeaded && directionReadings(values, heading, accountKind).length > 0;
}

/** True if the file has no balance, and another column has an equally clear amount heading but different values. */
function hasRival(
  { amount, balance }: Mapping,
  headings: readonly string[],
  contents: readonly ColumnContent[],
  sample: readonly SourceRecord[],
  currency: string,
): boolean {
  if (amount === null || balance !== null) return false;
  const headed = (column: number) => readHeading((headings[column] ?? '').trim()).find(({ role }) => role === 'amount');
  const rank = (column: number) => amountRank(headings[column] ?? '', currency);
  if (headed(amount) === undefined) return false;
  return contents.some(
    ({ index, amounts, filled }) =>
      index !== amount &&
      amounts === 1 &&
      filled >= 0.9 &&
      (headed(index)?.rank ?? 0) >= 2 &&
      rank(index) === rank(amount) &&
      sample.some(({ cells }) => isOtherFigure(cells[index] ?? '', cells[amount] ?? '')) &&
      sample.some(({ cells }) => /[1-9]/.test(cells[index] ?? '')),
  );
}

function isOtherFigure(first: string, second: string): boolean {
  if (first === second) return false;
  const [a, b] = [readAmountText(first), readAmountText(second)];
  if (typeof a === 'string' || typeof b === 'string') return true;
  return a.figure !== b.figure || a.negative !== b.negative;
}

function feeBeside(
  { amount, debit, credit }: Mapping,
  headings: readonly string[],
  contents: readonly ColumnContent[],
): number | null {
  const columns = [amount, debit, credit];
  if (columns.some((column) => column !== null && isNetHeading(headings[column] ?? ''))) return null;
  const isCharged = ({ index, values }: ColumnContent) =>
    isFeeHeading(headings[index] ?? '') && [...values.keys()].some((cell) => /[1-9]/.test(cell));
  return contents.find((content) => !columns.includes(content.index) && isCharged(content))?.index ?? null;
}

/** True if the cells are the booking states that German savings banks write below an unusual heading. */
function saysBooked({ values }: ColumnContent): boolean {
  return [...values.keys()].every((cell) => /^umsatz (gebucht|vorgemerkt)/i.test(cell));
}

const MAX_STATES = 6;

function saysState({ index, values, words }: ColumnContent, mapping: Mapping): boolean {
  const field = fieldOf(mapping, index);
  if ((field !== null && field !== 'notes') || words < 1 || values.size === 0 || values.size > MAX_STATES) return false;
  const texts = [...values.keys()];
  if (texts.some((text) => text.length > 40) || !texts.some(isPlainlyUnbooked)) return false;
  return field === null || texts.every((text) => bookingState(text) !== null && isOfMovements(text));
}

/** True if the text is about transactions, because personal notes may mention the cancellation of something else. */
function isOfMovements(text: string): boolean {
  const words = foldText(text).split(' ');
  return (
    words.length === 1 ||
    /^(no|not|cargo|abono|compra|pago|movimiento|operacion|transac|charge|payment|purchase)/.test(words[0]!)
  );
}

function isAnswered({ index, values, dates }: ColumnContent, mapping: Mapping): boolean {
  const isShort = [...values.keys()].every((cell) => cell.length <= 20 && !/\d\D*\d/.test(cell));
  return fieldOf(mapping, index) === null && dates === 0 && values.size > 0 && values.size <= 6 && isShort;
}

/**
 * True if at least three quarters of the rows have the date, but not all. In this case, a missing date means something.
 */
function isNearlyFull({ filled, dates }: ColumnContent): boolean {
  return dates === 1 && filled >= 0.75 && filled < 1;
}

function textColumns(mapping: Mapping, contents: readonly ColumnContent[]): number[] {
  const others = new Set([
    mapping.date,
    mapping.amount,
    mapping.debit,
    mapping.credit,
    mapping.balance,
    mapping.currency,
  ]);
  const weight = ({ letters, filled, index }: ColumnContent) =>
    index === mapping.notes ? Infinity : index === mapping.category ? 0 : letters * filled;
  return contents
    .filter(({ index, words, codes, dates }) => words >= 0.3 && codes < 0.9 && dates < 0.5 && !others.has(index))
    .filter(({ index }) => index !== mapping.description)
    .sort((a, b) => weight(b) - weight(a))
    .map(({ index }) => index);
}
