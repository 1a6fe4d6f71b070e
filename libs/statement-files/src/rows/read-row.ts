import { formatAmount, isStreamSafe, type Day } from '@app/kernel/pure';
import { currencyInstead, readSignedAmount, statedCurrency, type AmountReading } from './row-amount.js';
import { isLongerThan, lineText, notesText, shortened } from '../text/cell-text.js';
import { currencyNamed } from '../cells/currency-name.js';
import type { MovementType } from '../cells/direction.js';
import { installmentPart, partDetail } from './installment-part.js';
import { filledWidth } from '../tables/find-table.js';
import { isBlank } from '../text/fold-text.js';
import type { Mapping } from '../records/mapping.js';
import { minorUnits, readAmountText } from '../cells/parse-amount.js';
import type { SourceRecord } from '../records/source-table.js';

/** What keeps a row from being imported. Source: contract section 12, error codes. */
export type RowErrorCode =
  | 'DATE_MISSING'
  | 'DATE_INVALID'
  | 'AMOUNT_MISSING'
  | 'AMOUNT_INVALID'
  | 'AMOUNT_BOTH_SIDES'
  | 'DESCRIPTION_MISSING'
  | 'DESCRIPTION_TOO_LONG'
  | 'CURRENCY_MISMATCH';

export interface RowError {
  readonly field: 'date' | 'amount' | 'description' | 'currency';
  readonly code: RowErrorCode;
  readonly detail: string;
}

/** What a person should look at before the row is imported. Source: contract section 12, warnings. */
export interface RowWarning {
  readonly code:
    | 'DATE_AMBIGUOUS'
    | 'BALANCE_BREAK'
    | 'AMOUNT_ZERO'
    | 'NOT_BOOKED'
    | 'FEE_TAKEN_OFF'
    | 'INSTALLMENT_PART'
    | 'CATEGORY_TOO_LONG'
    | 'EXTERNAL_ID_TOO_LONG'
    | 'DESCRIPTION_CUT'
    | 'NOTES_CUT';
  readonly detail: string;
}

/** One movement of a statement, as far as it could be read. */
export interface StatementRow {
  /** Its place among the rows, from 0. */
  readonly index: number;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** Its cells as they stand in the file. */
  readonly raw: readonly string[];
  readonly date: Day | null;
  readonly description: string | null;
  /** In minor units, never negative: `type` says which way the money went. */
  readonly amountMinor: bigint | null;
  readonly type: MovementType | null;
  /** The statement's own balance in this row, in minor units, with its sign. */
  readonly balanceMinor: bigint | null;
  readonly reference: string | null;
  readonly currency: string | null;
  readonly category: string | null;
  readonly notes: string | null;
  readonly externalId: string | null;
  /** In how many installments a purchase is paid of which the row is a part; null where it is none. */
  readonly installmentMonths: number | null;
  readonly errors: readonly RowError[];
  readonly warnings: readonly RowWarning[];
  /** Whether the amount is zero; such a row also carries the warning AMOUNT_ZERO. */
  readonly zero: boolean;
}

/** How all rows of one statement are read. */
export interface RowReading extends AmountReading {
  readonly mapping: Mapping;
  readonly dayOf: (cell: string) => Day | null;
  /** Whether a cell's date could be another one, and no row settles it. */
  readonly isAmbiguous: (cell: string) => boolean;
  readonly width: number;
  readonly usualLengths: ReadonlySet<number>;
  /** Further columns of words, for a row whose description is empty. */
  readonly texts: readonly number[];
  /** Why the row is not booked, by the column that says so or the day that is missing; null where it is. */
  readonly notBooked: ((cells: readonly string[]) => string | null) | null;
}

const MARKS = 'more than 30 accents and other marks';
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_NOTES_LENGTH = 2_000;
const MAX_CATEGORY_LENGTH = 120;
const MAX_EXTERNAL_ID_LENGTH = 255;
const BALANCE_DIGITS = 15;

/** Reads one movement. Whatever is wrong with it stands in its errors, and what could be read beside them. */
export function readRow(record: SourceRecord, index: number, reading: RowReading): StatementRow {
  const { cells } = record;
  const { mapping } = reading;
  const errors: RowError[] = [];
  const warnings: RowWarning[] = [];
  const cellOf = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const date = readDate(cellOf(mapping.date), reading, errors, warnings);
  const { minor, type, currency: beside } = readAmount(cells, reading, errors, warnings);
  // What another currency moved is no amount of zero.
  const instead = minor === null || minor === 0n ? currencyInstead(cells, reading) : null;
  const words = wordsOf(cells, reading);
  const description = readDescription(words.description, errors, warnings);
  const stated = instead ?? beside ?? statedCurrency(cells, reading);
  const currency = readCurrency(cellOf(mapping.currency), stated, reading.accountCurrency, errors);
  const part = type === 'expense' && description !== null ? installmentPart(description) : null;
  if (part !== null) warnings.push({ code: 'INSTALLMENT_PART', detail: partDetail(part) });
  const zero = minor === 0n && instead === null;
  if (zero) warnings.push({ code: 'AMOUNT_ZERO', detail: 'The amount is zero, so the row is left out.' });
  const pending = reading.notBooked?.(cells) ?? null;
  if (pending !== null) warnings.push({ code: 'NOT_BOOKED', detail: pending });
  return {
    index,
    line: record.line,
    raw: record.raw ?? cells,
    date,
    description,
    amountMinor: minor,
    type,
    balanceMinor: readBalance(cellOf(mapping.balance), reading),
    reference: textOrNull(cellOf(mapping.reference).replace(/^\s*['’](?=\w)/, '')),
    currency,
    category: readName(cellOf(mapping.category), CATEGORY, warnings),
    notes: readNotes(words.notes, warnings),
    externalId: readName(cellOf(mapping.externalId), EXTERNAL_ID, warnings),
    installmentMonths: part?.months ?? null,
    errors,
    warnings,
    zero,
  };
}

/** The same row with the warning that the statement's balance does not follow from the row before it. */
export function withBalanceBreak(row: StatementRow): StatementRow {
  const shown = row.balanceMinor === null ? '' : ` of ${formatAmount(row.balanceMinor)}`;
  const detail = `The statement's balance${shown} does not follow from the row before it in time.`;
  return { ...row, warnings: [...row.warnings, { code: 'BALANCE_BREAK', detail }] };
}

function readDate(cell: string, reading: RowReading, errors: RowError[], warnings: RowWarning[]): Day | null {
  const day = reading.dayOf(cell);
  if (day !== null) {
    if (reading.isAmbiguous(cell)) {
      const detail = 'No row of the file settles which part of the dates is the day; the day was taken first.';
      warnings.push({ code: 'DATE_AMBIGUOUS', detail });
    }
    return day;
  }
  const missing = isBlank(cell) || readAmountText(cell) === 'empty';
  errors.push(
    missing
      ? { field: 'date', code: 'DATE_MISSING', detail: 'The row has no date.' }
      : { field: 'date', code: 'DATE_INVALID', detail: `"${shortened(cell)}" is no date in the format of this file.` },
  );
  return null;
}

/** The amount, unless the row has too many or too few cells: then any of them may stand in the wrong column. */
function readAmount(
  cells: readonly string[],
  reading: RowReading,
  errors: RowError[],
  warnings: RowWarning[],
): { minor: bigint | null; type: MovementType | null; currency: string | null } {
  const torn = tornDetail(cells, reading);
  const amount = readSignedAmount(cells, reading);
  if ('code' in amount) {
    const detail = torn ?? amount.detail;
    errors.push({ field: 'amount', code: amount.code, detail });
    return { minor: null, type: torn === null ? amount.type : null, currency: null };
  }
  if (amount.isNet) {
    const detail = 'The fee that stands beside the amount is taken off, as the balance of the statement shows.';
    warnings.push({ code: 'FEE_TAKEN_OFF', detail });
  }
  if (torn === null) return amount;
  errors.push({ field: 'amount', code: 'AMOUNT_INVALID', detail: torn });
  return { minor: null, type: null, currency: null };
}

function tornDetail(cells: readonly string[], { mapping, width, usualLengths }: RowReading): string | null {
  const columns = `where the table has ${width} columns`;
  const isUsual = usualLengths.has(cells.length);
  // Where all lines end in a column without a heading, what stands there tore nothing apart.
  const isWide = filledWidth(cells) > width && !(isUsual && usualLengths.size === 1);
  if (isWide || (cells.length > width && !isUsual)) {
    return `The row has ${cells.length} cells ${columns}: a delimiter in one of them is not quoted.`;
  }
  const { date, description, amount, debit, credit, direction, balance } = mapping;
  const needed =
    1 + Math.max(-1, ...[date, description, amount, debit, credit, direction, balance].map((c) => c ?? -1));
  if (isUsual || cells.length >= Math.min(needed, width)) return null;
  return `The row has ${cells.length} cells ${columns}: it is cut off, or a delimiter is missing.`;
}

/** Twelve characters or more without a space, most of them digits: the key of a transfer, and no words. */
const KEY = /^[A-Z0-9-]{12,40}$/i;

/**
 * The description and the notes. Where the description is empty, the first of the other columns that has words in this row
 * stands for it; where it is nothing but a key, and the notes say the same in words, the words do, and the key is a note.
 */
function wordsOf(
  cells: readonly string[],
  { mapping, texts }: RowReading,
): { readonly description: string; readonly notes: string } {
  const own = mapping.description === null ? '' : (cells[mapping.description] ?? '');
  const notes = mapping.notes === null ? '' : (cells[mapping.notes] ?? '');
  if (isBlank(own)) {
    return { description: texts.map((column) => cells[column] ?? '').find((cell) => /\p{L}/u.test(cell)) ?? '', notes };
  }
  const key = own.length > 45 ? '' : own.trim();
  const isKey = KEY.test(key) && key.replace(/\D/g, '').length > key.length / 2;
  if (!isKey || !/\p{L}{3}.* /u.test(notes.slice(0, 80)) || isLongerThan(notes, MAX_DESCRIPTION_LENGTH)) {
    return { description: own, notes };
  }
  return { description: notes, notes: /\bSPEI\b/i.test(notes) ? `Clave de rastreo: ${key}` : key };
}

function readDescription(cell: string, errors: RowError[], warnings: RowWarning[]): string | null {
  const text = lineText(cell);
  if (text !== cell && !isStreamSafe(cell)) {
    warnings.push({
      code: 'DESCRIPTION_CUT',
      detail: `A letter of the description has ${MARKS}, so the rest is left out.`,
    });
  }
  if (text === '') {
    errors.push({ field: 'description', code: 'DESCRIPTION_MISSING', detail: 'The row has no description.' });
    return null;
  }
  if (isLongerThan(text, MAX_DESCRIPTION_LENGTH)) {
    const detail = `The description is longer than ${MAX_DESCRIPTION_LENGTH} characters.`;
    errors.push({ field: 'description', code: 'DESCRIPTION_TOO_LONG', detail });
  }
  return text;
}

/** The row's currency by code, from its own column or beside the amount; it must be the account's. */
function readCurrency(cell: string, beside: string | null, account: string, errors: RowError[]): string | null {
  const said = lineText(cell).replace(/^\$$/, '');
  const currency = said === '' || readAmountText(said) === 'empty' ? beside : (currencyNamed(said) ?? said);
  const strange = [currency, beside].find((each) => each !== null && each !== account);
  if (strange !== undefined) {
    const detail = `The row is in ${shortened(strange ?? '')}, the account in ${account}.`;
    errors.push({ field: 'currency', code: 'CURRENCY_MISMATCH', detail });
  }
  return currency === '$' ? null : currency;
}

function readBalance(cell: string, { decimal, accountCurrency }: RowReading): bigint | null {
  const written = readAmountText(cell);
  if (typeof written === 'string') return null;
  const minor = minorUnits(written.figure, decimal, BALANCE_DIGITS, accountCurrency === 'INR');
  return minor !== null && (written.negative || written.side === 'debit') ? -minor : minor;
}

interface NameRule {
  readonly most: number;
  readonly code: RowWarning['code'];
  readonly detail: string;
}

const CATEGORY: NameRule = {
  most: MAX_CATEGORY_LENGTH,
  code: 'CATEGORY_TOO_LONG',
  detail: `The category is longer than ${MAX_CATEGORY_LENGTH} characters, so it is left out.`,
};
const EXTERNAL_ID: NameRule = {
  most: MAX_EXTERNAL_ID_LENGTH,
  code: 'EXTERNAL_ID_TOO_LONG',
  detail: `The external id is longer than ${MAX_EXTERNAL_ID_LENGTH} characters, so it is left out.`,
};

function readNotes(cell: string, warnings: RowWarning[]): string | null {
  if (isLongerThan(cell, MAX_NOTES_LENGTH) && isLongerThan(notesText(cell, Infinity), MAX_NOTES_LENGTH)) {
    const detail = `The notes are longer than ${MAX_NOTES_LENGTH.toLocaleString('en')} characters, so their end is left out.`;
    warnings.push({ code: 'NOTES_CUT', detail });
  }
  if (!isStreamSafe(cell)) {
    warnings.push({ code: 'NOTES_CUT', detail: `A letter of the notes has ${MARKS}, so the rest is left out.` });
  }
  return notesText(cell, MAX_NOTES_LENGTH) || null;
}

/** A name or an id is kept whole or not at all: a part of it would be another one. */
function readName(cell: string, { most, code, detail }: NameRule, warnings: RowWarning[]): string | null {
  const text = textOrNull(cell);
  if (text === null || !isLongerThan(text, most)) return text;
  warnings.push({ code, detail });
  return null;
}

function textOrNull(cell: string): string | null {
  return lineText(cell) || null;
}
