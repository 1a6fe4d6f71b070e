import { shortened } from '../text/cell-text.js';
import type { DirectionReading, MovementType } from '../cells/direction.js';
import { isBlank } from '../text/fold-text.js';
import type { Mapping } from '../records/mapping.js';
import { currencyNamed } from '../cells/currency-name.js';
import { hasDollarSign } from '../cells/stated-currency.js';
import { minorUnits, readAmountText, type DecimalSeparator, type WrittenAmount } from '../cells/parse-amount.js';

/** How the amounts of one statement are read. */
export interface AmountReading {
  readonly mapping: Mapping;
  readonly decimal: DecimalSeparator;
  /** The columns with a decimal separator of their own. */
  readonly decimals: ReadonlyMap<number, DecimalSeparator>;
  /** What the words of the direction column mean; null when they could not be understood. */
  readonly direction: DirectionReading | null;
  /** Whether deposits have a minus and charges have none, as the direction column shows: then the signs are believed. */
  readonly hasInvertedSigns: boolean;
  /** Whether only what came in has a mark, a plus or CR, so that an amount without any was spent. */
  readonly isUnmarkedSpent: boolean;
  /** Whether a C behind an amount is a cargo, because others have the A of an abono. */
  readonly isCharged: boolean;
  /** What is taken off each amount by the file's own balance, with its sign: 1 where a fee is written as negative. */
  readonly fees: { readonly column: number; readonly sign: 1n | -1n } | null;
  readonly accountCurrency: string;
  /** A currency that the file states for all amounts, and that is not the account's. */
  readonly strangeCurrency: string | null;
  readonly negativeSides: NegativeSides;
  /** Whether the balance fits as well where these signs mean something else. */
  readonly areSidesTied: boolean;
  /** Columns of amounts in other currencies, in which a row may have its money instead. */
  readonly otherCurrencies: readonly CurrencyColumn[];
}

/** A column of amounts in a currency that is not the account's. */
export interface CurrencyColumn {
  readonly column: number;
  readonly currency: string;
}

/** Whether charges, and deposits, are usually written as negative in columns of their own; null where signs mean nothing. */
export interface NegativeSides {
  readonly debit: boolean | null;
  readonly credit: boolean | null;
}

/** A movement's amount, positive, with the way the money went; null where a zero says neither. */
export interface RowAmount {
  readonly minor: bigint;
  readonly type: MovementType | null;
  /** The currency that is written beside the amount, if any. */
  readonly currency: string | null;
  /** Whether a CR or DR beside the amount said which way the money went. */
  readonly isMarked: boolean;
  /** Whether a fee in another column was taken off. */
  readonly isNet?: boolean;
}

/** Why a row has no amount. The type is kept where the row says it all the same. */
export interface AmountFault {
  readonly code: 'AMOUNT_MISSING' | 'AMOUNT_INVALID' | 'AMOUNT_BOTH_SIDES';
  readonly detail: string;
  readonly type: MovementType | null;
}

const MISSING: AmountFault = { code: 'AMOUNT_MISSING', detail: 'The row has no amount.', type: null };

/**
 * The amount of a row and which way the money went: from a debit and a credit column, from an amount and a direction,
 * or from one signed amount, where a negative one is an expense. The mapping's `invertSign` turns expenses into incomes
 * and back; only a CR or DR beside the amount itself is believed as it stands. Source: contract section 12, `mapping`.
 */
export function readSignedAmount(cells: readonly string[], reading: AmountReading): RowAmount | AmountFault {
  const { debit, credit, amount, invertSign } = reading.mapping;
  const read =
    debit !== null || credit !== null
      ? fromSides(cells, reading)
      : amount === null
        ? MISSING
        : fromOneColumn(cells, amount, reading);
  const net = reading.fees === null ? read : afterFee(read, cells, reading, reading.fees);
  const isMarked = 'minor' in net && net.isMarked;
  return invertSign && net.type !== null && !isMarked ? { ...net, type: opposite(net.type) } : net;
}

function opposite(type: MovementType): MovementType {
  return type === 'expense' ? 'income' : 'expense';
}

/**
 * The side says the direction: some banks write every charge in its own column as 100.00, others as -100.00. An amount
 * with the other sign than the rest of its column is the reversal of such a movement.
 */
function fromSides(cells: readonly string[], reading: AmountReading): RowAmount | AmountFault {
  const { mapping, negativeSides } = reading;
  const debit = mapping.debit === null ? null : readFigure(cells, mapping.debit, reading);
  const credit = mapping.credit === null ? null : readFigure(cells, mapping.credit, reading);
  for (const side of [debit, credit]) if (side !== null && 'code' in side) return side;
  const [spent, received] = [debit as Figure | null, credit as Figure | null];
  if (spent === null && received === null) return MISSING;
  if (spent?.minor && received?.minor) {
    return { code: 'AMOUNT_BOTH_SIDES', detail: 'The row has both a debit and a credit.', type: null };
  }
  if (spent?.minor) return onSide(spent, 'expense', negativeSides.debit);
  if (received?.minor) return onSide(received, 'income', negativeSides.credit);
  const isMarked = false;
  const type = spent === null ? 'income' : received === null ? 'expense' : null;
  return { minor: 0n, type, currency: (spent ?? received)!.written.currency, isMarked };
}

/** A CR or DR beside the amount is believed before the column that it stands in. */
function onSide({ minor, written }: Figure, side: MovementType, isUsuallyNegative: boolean | null): RowAmount {
  const { currency } = written;
  if (written.side !== null) {
    return { minor, type: written.side === 'debit' ? 'expense' : 'income', currency, isMarked: true };
  }
  const isUsual = isUsuallyNegative === null || written.negative === isUsuallyNegative;
  const type = isUsual ? side : opposite(side);
  return { minor, type, currency, isMarked: false };
}

function fromOneColumn(cells: readonly string[], column: number, reading: AmountReading): RowAmount | AmountFault {
  const said = reading.hasInvertedSigns ? null : statedDirection(cells, reading);
  if (said !== null && typeof said === 'object') return said;
  const figure = readFigure(cells, column, reading);
  if (figure === null) return { ...MISSING, type: said };
  if ('code' in figure) return { ...figure, type: said };
  const { minor, written } = figure;
  const isSpent =
    written.negative !== reading.hasInvertedSigns || (reading.isUnmarkedSpent && !PLUS.test(cells[column]!));
  const signed = minor === 0n ? null : isSpent ? 'expense' : 'income';
  const isCharge = written.side === 'debit' || (reading.isCharged && written.isLetterC);
  const marked = written.side === null ? signed : isCharge ? 'expense' : 'income';
  const isMarked = said === null && written.side !== null;
  return { minor, type: said ?? marked, currency: written.currency, isMarked };
}

/** A plus before or behind a figure. */
export const PLUS = /[+\uff0b]/;

/** What is left of an amount when the fee beside it is taken off; a row with a fee alone is that fee. */
function afterFee(
  read: RowAmount | AmountFault,
  cells: readonly string[],
  reading: AmountReading,
  { column, sign }: NonNullable<AmountReading['fees']>,
): RowAmount | AmountFault {
  const fee = readFigure(cells, column, reading);
  if (fee === null || 'code' in fee || fee.minor === 0n || ('code' in read && read.code !== 'AMOUNT_MISSING'))
    return read;
  const amount = 'minor' in read ? read : { minor: 0n, type: null, currency: null, isMarked: false };
  const gross = amount.type === 'expense' ? -amount.minor : amount.minor;
  const net = gross + sign * (fee.written.negative ? -fee.minor : fee.minor);
  return {
    ...amount,
    minor: net < 0n ? -net : net,
    type: net === 0n ? null : net < 0n ? 'expense' : 'income',
    isNet: true,
  };
}

/** What the direction column says, null where there is none, a fault where it says nothing that is understood. */
function statedDirection(
  cells: readonly string[],
  { mapping, direction }: AmountReading,
): MovementType | AmountFault | null {
  if (mapping.direction === null) return null;
  const cell = cells[mapping.direction] ?? '';
  const said = direction?.(cell) ?? null;
  if (said !== null) return said;
  const detail = isBlank(cell)
    ? 'The row does not say whether it is a charge or a deposit.'
    : `"${shortened(cell)}" does not say whether the row is a charge or a deposit.`;
  return { code: 'AMOUNT_INVALID', detail, type: null };
}

interface Figure {
  readonly minor: bigint;
  readonly written: WrittenAmount;
}

function readFigure(cells: readonly string[], column: number, reading: AmountReading): Figure | AmountFault | null {
  const cell = cells[column] ?? '';
  const written = readAmountText(cell);
  if (written === 'empty') return null;
  const minor =
    written === 'invalid'
      ? null
      : minorUnits(written.figure, decimalOf(column, reading), undefined, reading.accountCurrency === 'INR');
  if (written !== 'invalid' && minor !== null) return { minor, written };
  return { code: 'AMOUNT_INVALID', detail: `"${shortened(cell)}" is no amount.`, type: null };
}

/** The decimal separator of a column. */
export function decimalOf(column: number, { decimal, decimals }: AmountReading): DecimalSeparator {
  return decimals.get(column) ?? decimal;
}

/** The currency in which a row without an amount of its own has one, in the column for it; null where it has none. */
export function currencyInstead(cells: readonly string[], { otherCurrencies }: AmountReading): string | null {
  return otherCurrencies.find(({ column }) => /[1-9]/.test(cells[column] ?? ''))?.currency ?? null;
}

/** What the file states of all amounts, or `$` beside an amount in the account of a currency without that sign. */
export function statedCurrency(cells: readonly string[], reading: AmountReading): string | null {
  const { mapping, accountCurrency, strangeCurrency } = reading;
  // A row's own word on its currency goes before what is stated for all.
  if (currencyNamed(cells[mapping.currency ?? -1] ?? '') !== null) return null;
  if (strangeCurrency !== null || hasDollarSign(accountCurrency)) return strangeCurrency;
  const { amount, debit, credit } = mapping;
  return [amount, debit, credit].some((column) => (cells[column ?? -1] ?? '').includes('$')) ? '$' : null;
}
