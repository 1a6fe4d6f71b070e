import { shortened } from '../text/cell-text.js';
import type { DirectionReading, MovementType } from '../cells/direction.js';
import { isBlank } from '../text/fold-text.js';
import type { Mapping } from '../records/mapping.js';
import { currencyNamed } from '../cells/currency-name.js';
import { hasDollarSign } from '../cells/stated-currency.js';
import { minorUnits, readAmountText, type DecimalSeparator, type WrittenAmount } from '../cells/parse-amount.js';

export interface AmountReading {
  readonly mapping: Mapping;
  readonly decimal: DecimalSeparator;
  /** Separators by column, for the columns whose separator differs from `decimal`. */
  readonly decimals: ReadonlyMap<number, DecimalSeparator>;
  readonly direction: DirectionReading | null;
  /**
   * True if the direction column shows that deposits have a minus sign and charges do not. The inverted signs then
   * decide the direction.
   */
  readonly hasInvertedSigns: boolean;
  /** True if only income has a mark (plus or CR). Amounts without a mark are then expenses. */
  readonly isUnmarkedSpent: boolean;
  /** True if C after an amount means cargo, because other rows have A for abono. */
  readonly isCharged: boolean;
  /**
   * Separate fee column that the running balance confirms; null if there is none. `sign` is 1 if fees are negative in
   * the file.
   */
  readonly fees: { readonly column: number; readonly sign: 1n | -1n } | null;
  readonly accountCurrency: string;
  /** Currency of the whole file; null if it is the account's currency. */
  readonly strangeCurrency: string | null;
  readonly negativeSides: NegativeSides;
  readonly areSidesTied: boolean;
  /** Amount columns in other currencies. A row may use one of them instead of the mapped columns. */
  readonly otherCurrencies: readonly CurrencyColumn[];
}

export interface CurrencyColumn {
  readonly column: number;
  readonly currency: string;
}

/** Usual sign of the amounts on each side: true if they are negative, null if the signs have no meaning. */
export interface NegativeSides {
  readonly debit: boolean | null;
  readonly credit: boolean | null;
}

/** Amount without a sign. `type` is null if the direction is unknown, as for a zero in a column of signed amounts. */
export interface RowAmount {
  readonly minor: bigint;
  readonly type: MovementType | null;
  readonly currency: string | null;
  readonly isMarked: boolean;
  readonly isNet?: boolean;
}

export interface AmountFault {
  readonly code: 'AMOUNT_MISSING' | 'AMOUNT_INVALID' | 'AMOUNT_BOTH_SIDES';
  readonly detail: string;
  readonly type: MovementType | null;
}

const MISSING: AmountFault = { code: 'AMOUNT_MISSING', detail: 'The row has no amount.', type: null };

/**
 * Returns the amount and its direction. `invertSign` swaps expenses and income, unless CR or DR next to the amount
 * decides.
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
 * Returns the amount in the debit or credit column. In the debit column, some banks write charges as 100.00 and others
 * as -100.00. The rarer sign means a reversal.
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

/** Returns the amount of a debit or credit column. CR or DR next to the amount takes precedence over the column. */
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
  const stated = reading.hasInvertedSigns ? null : statedDirection(cells, reading);
  if (stated !== null && typeof stated === 'object') return stated;
  const figure = readFigure(cells, column, reading);
  if (figure === null) return { ...MISSING, type: stated };
  if ('code' in figure) return { ...figure, type: stated };
  const { minor, written } = figure;
  const isSpent =
    written.negative !== reading.hasInvertedSigns || (reading.isUnmarkedSpent && !PLUS.test(cells[column]!));
  const signed = minor === 0n ? null : isSpent ? 'expense' : 'income';
  const isCharge = written.side === 'debit' || (reading.isCharged && written.isLetterC);
  const marked = written.side === null ? signed : isCharge ? 'expense' : 'income';
  const isMarked = stated === null && written.side !== null;
  return { minor, type: stated ?? marked, currency: written.currency, isMarked };
}

export const PLUS = /[+\uff0b]/;

/** Applies the fee to the amount. If a row has only a fee, the fee is the amount. */
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

/**
 * Returns the direction according to the direction column. Returns null if there is no such column, and a fault if its
 * words are unknown.
 */
function statedDirection(
  cells: readonly string[],
  { mapping, direction }: AmountReading,
): MovementType | AmountFault | null {
  if (mapping.direction === null) return null;
  const cell = cells[mapping.direction] ?? '';
  const stated = direction?.(cell) ?? null;
  if (stated !== null) return stated;
  const detail = isBlank(cell)
    ? 'The row does not show if it is a charge or a deposit.'
    : `"${shortened(cell)}" does not show if the row is a charge or a deposit.`;
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
  return { code: 'AMOUNT_INVALID', detail: `"${shortened(cell)}" is not an amount.`, type: null };
}

export function decimalOf(column: number, { decimal, decimals }: AmountReading): DecimalSeparator {
  return decimals.get(column) ?? decimal;
}

export function currencyInstead(cells: readonly string[], { otherCurrencies }: AmountReading): string | null {
  return otherCurrencies.find(({ column }) => /[1-9]/.test(cells[column] ?? ''))?.currency ?? null;
}

/**
 * Returns the currency of the whole file if it is not the account's currency. Returns `$` if an amount has this sign
 * and the account's currency does not use it. Returns null in all other cases, and if the row states a currency.
 */
export function statedCurrency(cells: readonly string[], reading: AmountReading): string | null {
  const { mapping, accountCurrency, strangeCurrency } = reading;
  // The row's currency takes precedence over the file's.
  if (currencyNamed(cells[mapping.currency ?? -1] ?? '') !== null) return null;
  if (strangeCurrency !== null || hasDollarSign(accountCurrency)) return strangeCurrency;
  const { amount, debit, credit } = mapping;
  return [amount, debit, credit].some((column) => (cells[column ?? -1] ?? '').includes('$')) ? '$' : null;
}
