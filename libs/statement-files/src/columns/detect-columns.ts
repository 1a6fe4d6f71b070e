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

/** Which column holds what, and what is known of the columns beside it. */
export interface DetectedColumns {
  readonly mapping: Mapping;
  /** Whether no heading and no balance says which column holds the amounts. */
  readonly isGuessed: boolean;
  /** A column of fees that the amounts may not include; null where there is none. */
  readonly fee: number | null;
  /** The column that says what became of each movement; null where there is none. */
  readonly state: number | null;
  /** A column of sides that is not the direction. */
  readonly sides: number | null;
  /** A day of booking that nearly all rows have: those without it are pending. Null where there is none such. */
  readonly bookingDay: number | null;
  /** True if fees are taken off the amounts that are positive, so that these came in. */
  readonly isReceived: boolean;
  /** Further columns of words, the wordiest first, for a row whose description is empty. */
  readonly texts: readonly number[];
}

/**
 * Which column holds what: as the balances prove, as the header says where the cells bear it out, and by the cells where it
 * says nothing. Formats are not decided here, and `externalId` is never found in delimited text.
 */
export function detectColumns(table: FoundTable, account: StatementAccount): DetectedColumns {
  const sample = sampleRows(table);
  const contents = columnContents(sample, table.width);
  const headings = table.header?.cells ?? [];
  const headed = table.header ? columnsByHeading(headings, contents, sample, account) : {};
  const { columns, isGuessed } = columnsByContent(headed, headings, contents, sample, account);
  const found = { ...EMPTY_MAPPING, ...columns };
  const hints = { ...account, direction: found.direction, date: found.date };
  const better = betterAmount(found, headings, contents, sample, hints);
  const isReceived = better?.isReceived ?? false;
  const isSigned = better !== null && contents[better.amount]!.hasNegatives;
  const direction = isReceived && isSigned ? null : found.direction;
  const mapping = better === null ? found : { ...found, direction, amount: better.amount, debit: null, credit: null };
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

/** Whether a column that serves nothing else says in few words on which side each movement stands. */
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

/** Whether another column is headed as amounts no less clearly, shows other figures, and no balance says which is right. */
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

/** Whether two cells show different figures, whatever signs of currencies stand beside them. */
function isOtherFigure(one: string, other: string): boolean {
  if (one === other) return false;
  const [first, second] = [readAmountText(one), readAmountText(other)];
  if (typeof first === 'string' || typeof second === 'string') return true;
  return first.figure !== second.figure || first.negative !== second.negative;
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

/** What German savings banks say of each movement in a column that is called something else. */
function saysBooked({ values }: ColumnContent): boolean {
  return [...values.keys()].every((cell) => /^umsatz (gebucht|vorgemerkt)/i.test(cell));
}

const MAX_STATES = 6;

/** Whether a column of few short texts says of some movements that they are not booked, whatever it is called. */
function saysState({ index, values, words }: ColumnContent, mapping: Mapping): boolean {
  const field = fieldOf(mapping, index);
  if ((field !== null && field !== 'notes') || words < 1 || values.size === 0 || values.size > MAX_STATES) return false;
  const texts = [...values.keys()];
  if (texts.some((text) => text.length > 40) || !texts.some(isPlainlyUnbooked)) return false;
  return field === null || texts.every((text) => bookingState(text) !== null && isOfMovements(text));
}

/** A person's notes say of other things too that they are cancelled. */
function isOfMovements(text: string): boolean {
  const words = foldText(text).split(' ');
  return (
    words.length === 1 ||
    /^(no|not|cargo|abono|compra|pago|movimiento|operacion|transac|charge|payment|purchase)/.test(words[0]!)
  );
}

/** Whether a column answers a question in a few words, and does not hold days or money. */
function isAnswered({ index, values, dates }: ColumnContent, mapping: Mapping): boolean {
  const isShort = [...values.keys()].every((cell) => cell.length <= 20 && !/\d\D*\d/.test(cell));
  return fieldOf(mapping, index) === null && dates === 0 && values.size > 0 && values.size <= 6 && isShort;
}

/** Enough rows have the day that its absence means something. */
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
