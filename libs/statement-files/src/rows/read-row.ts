import { formatAmount, type Day } from '@app/kernel/pure';
import { currencyInstead, decimalOf, readSignedAmount, statedCurrency } from './row-amount.js';
import { lineText, shortened } from '../text/cell-text.js';
import { CATEGORY, EXTERNAL_ID, readDescription, readName, readNotes, textOrNull, wordsOf } from './row-texts.js';
import { currencyNamed } from '../cells/currency-name.js';
import type { MovementType } from '../cells/direction.js';
import { installmentPart, partWarning } from './installment-part.js';
import { filledWidth } from '../tables/find-table.js';
import { isBlank } from '../text/fold-text.js';
import { readParts } from './row-parts.js';
import { minorUnits, readAmountText } from '../cells/parse-amount.js';
import type { RowError, RowReading, RowWarning, StatementRow } from './statement-row.js';
import type { SourceRecord } from '../records/source-table.js';

const BALANCE_DIGITS = 15;
const LINE_DOUBTFUL =
  'The row is labeled like a total, but the surrounding amounts do not confirm it. If it is a total, exclude the row.';

export function readRow(record: SourceRecord, index: number, reading: RowReading): StatementRow {
  const { cells } = record;
  const { mapping } = reading;
  const errors: RowError[] = [];
  const warnings: RowWarning[] = [];
  const cellOf = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const date = readDate(cellOf(mapping.date), reading, errors, warnings);
  const { minor, type, currency: beside } = readAmount(cells, reading, errors, warnings);
  // If the amount is missing or zero but the row has an amount in another currency, the row gets a currency error.
  const instead = minor === null || minor === 0n ? currencyInstead(cells, reading) : null;
  const words = wordsOf(cells, reading);
  const description = readDescription(words.description, errors, warnings);
  const stated = instead ?? beside ?? statedCurrency(cells, reading);
  const currency = readCurrency(cellOf(mapping.currency), stated, reading.accountCurrency, errors);
  const part = type === 'expense' && description !== null ? installmentPart(description) : null;
  if (part !== null) warnings.push(partWarning(part));
  const zero = minor === 0n && instead === null;
  if (zero) warnings.push({ code: 'AMOUNT_ZERO', detail: 'The amount is zero, so the row is excluded.' });
  const pending = reading.notBooked?.(cells) ?? null;
  if (pending !== null) warnings.push({ code: 'NOT_BOOKED', detail: pending });
  if (reading.doubtful.has(cells)) warnings.push({ code: 'LINE_DOUBTFUL', detail: LINE_DOUBTFUL });
  const divided = readParts(record, minor, reading, warnings);
  return {
    index,
    line: record.line,
    page: record.page ?? null,
    raw: record.raw ?? cells,
    date,
    description,
    amountMinor: minor,
    type,
    balanceMinor: mapping.balance === null ? null : readBalance(cellOf(mapping.balance), mapping.balance, reading),
    reference: textOrNull(cellOf(mapping.reference).replace(/^\s*['’](?=\w)/, '')),
    currency,
    category: readName(divided?.category ?? cellOf(mapping.category), CATEGORY, warnings),
    notes: readNotes([words.notes, divided?.notes ?? ''].filter((note) => note !== '').join('\n'), warnings),
    parts: divided?.parts ?? null,
    externalId: readName(cellOf(mapping.externalId), EXTERNAL_ID, warnings),
    installmentMonths: part?.months ?? null,
    errors,
    warnings,
    zero,
  };
}

export function withBalanceBreak(row: StatementRow): StatementRow {
  const shown = row.balanceMinor === null ? '' : ` of ${formatAmount(row.balanceMinor)}`;
  const detail = `The statement's balance${shown} does not follow from the chronologically previous row.`;
  return { ...row, warnings: [...row.warnings, { code: 'BALANCE_BREAK', detail }] };
}

function readDate(cell: string, reading: RowReading, errors: RowError[], warnings: RowWarning[]): Day | null {
  const day = reading.dayOf(cell);
  if (day !== null) {
    if (reading.isAmbiguous(cell)) {
      const detail =
        'No row of the file shows if the dates begin with the day or the month. They were read with the day first.';
      warnings.push({ code: 'DATE_AMBIGUOUS', detail });
    }
    return day;
  }
  const missing = isBlank(cell) || readAmountText(cell) === 'empty';
  const detail = reading.lacksYear(cell)
    ? `"${shortened(cell)}" has no year, and the file does not name one. Set mapping.year.`
    : `"${shortened(cell)}" is not a date in the format of this file.`;
  errors.push(
    missing
      ? { field: 'date', code: 'DATE_MISSING', detail: 'The row has no date.' }
      : { field: 'date', code: 'DATE_INVALID', detail },
  );
  return null;
}

/**
 * Returns the signed amount. Rejects a row with too many or too few cells, because its cells may be in the wrong
 * columns.
 */
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
    const detail = "The fee column was deducted from the amount, as the statement's balance shows.";
    warnings.push({ code: 'FEE_TAKEN_OFF', detail });
  }
  if (torn === null) return amount;
  errors.push({ field: 'amount', code: 'AMOUNT_INVALID', detail: torn });
  return { minor: null, type: null, currency: null };
}

function tornDetail(cells: readonly string[], { mapping, width, usualLengths }: RowReading): string | null {
  const columns = `where the table has ${width} columns`;
  const isUsual = usualLengths.has(cells.length);
  // If all lines have an extra column without a heading, the line is not malformed.
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

function readCurrency(cell: string, beside: string | null, account: string, errors: RowError[]): string | null {
  const named = lineText(cell).replace(/^\$$/, '');
  const currency = named === '' || readAmountText(named) === 'empty' ? beside : (currencyNamed(named) ?? named);
  const strange = [currency, beside].find((each) => each !== null && each !== account);
  if (strange !== undefined) {
    const detail = `The row is in ${shortened(strange ?? '')}, the account in ${account}.`;
    errors.push({ field: 'currency', code: 'CURRENCY_MISMATCH', detail });
  }
  return currency === '$' ? null : currency;
}

function readBalance(cell: string, column: number, reading: RowReading): bigint | null {
  const written = readAmountText(cell);
  if (typeof written === 'string') return null;
  const minor = minorUnits(
    written.figure,
    decimalOf(column, reading),
    BALANCE_DIGITS,
    reading.accountCurrency === 'INR',
  );
  return minor !== null && (written.negative || written.side === 'debit') ? -minor : minor;
}
