import { JsonText, scaledText } from '@app/kernel/pure';

/**
 * Fields of a packed row, in order. Integers are digits, timestamps are in UTC as PostgreSQL formats them, and strings
 * and splits are JSON. A missing field is empty.
 */
// prettier-ignore
export const ROW_FIELDS = [
  'id', 'accountId', 'type', 'day', 'description', 'amount', 'currency', 'signedAmount',
  'categoryId', 'categoryName', 'categoryParentId', 'contactId',
  'toAccountId', 'toAmount', 'toCurrency', 'toRate', 'splits', 'tags', 'notes', 'externalId', 'importId', 'scheduleId', 'goalId',
  'paidBy', 'shares', 'fileCount', 'invoiceIds', 'baseAmount', 'baseRate', 'createdAt', 'updatedAt', 'deletedAt', 'purgeAt',
] as const;

type TextOfEach<T extends readonly string[]> = { -readonly [K in keyof T]: string };

/** Separates the fields of a packed row. No field contains this character, because JSON escapes control characters. */
export const FIELD_SEPARATOR = '\u001f';

/** A transaction packed into one string. The driver would take much longer to parse one column per field. */
export interface TransactionRow {
  readonly packed: string;
}

export function transactionJson(row: TransactionRow): JsonText {
  return new JsonText(transactionText(row));
}

export function fieldOf({ packed }: TransactionRow, field: (typeof ROW_FIELDS)[number]): string {
  return packed.split(FIELD_SEPARATOR)[ROW_FIELDS.indexOf(field)]!;
}

export function isTrashed(row: TransactionRow): boolean {
  return fieldOf(row, 'deletedAt') !== '';
}

/**
 * Returns a transaction as JSON with all fields. Missing fields are null. All responses use this function. Strings are
 * already quoted, and all other fields are digits, IDs and codes (decision 0009).
 */
export function transactionText({ packed }: TransactionRow): string {
  // prettier-ignore
  const [
    id, accountId, type, day, description, money, currency, signedMoney,
    categoryId, categoryName, categoryParentId, contactId,
    toAccountId, toMoney, toCurrency, toRate, splits, tags, notes, externalId, importId, scheduleId, goalId,
    paidBy, shares, fileCount, invoiceIds, baseMoney, baseRate, createdAt, updatedAt, deletedAt, purgeAt,
  ] = packed.split(FIELD_SEPARATOR) as TextOfEach<typeof ROW_FIELDS>;
  const category = categoryId && `{"id":"${categoryId}","name":${categoryName},"parentId":${quoted(categoryParentId)}}`;
  const transfer =
    toAccountId &&
    `{"accountId":"${toAccountId}","amount":${amount(toMoney)},"currency":"${toCurrency}","rate":"${toRate}"}`;
  return (
    `{"id":"${id}","accountId":${quoted(accountId)},"type":"${type}","status":"${deletedAt ? 'trashed' : 'live'}",` +
    `"date":"${day}","description":${description},"amount":${amount(money)},"currency":"${currency}",` +
    `"signedAmount":${amount(signedMoney)},"category":${category || 'null'},"contactId":${quoted(contactId)},` +
    `"transfer":${transfer || 'null'},"splits":${splits || '[]'},"tags":${tags || '[]'},"notes":${notes || 'null'},` +
    `"externalId":${externalId || 'null'},"importId":${quoted(importId)},"scheduleId":${quoted(scheduleId)},` +
    `"goalId":${quoted(goalId)},"paidBy":${quoted(paidBy)},"shares":${shares || '[]'},"fileCount":${fileCount},"invoiceIds":${invoiceIds || '[]'},"baseAmount":${amount(baseMoney)},"baseRate":${rate(baseRate)},` +
    `"createdAt":${instant(createdAt)},"updatedAt":${instant(updatedAt)},"deletedAt":${instant(deletedAt)},"purgeAt":${instant(purgeAt)}}`
  );
}

function quoted(value: string): string {
  return value === '' ? 'null' : `"${value}"`;
}

function amount(minor: string): string {
  return minor === '' ? 'null' : `"${scaledText(minor, 2)}"`;
}

function rate(value: string): string {
  return value === '' ? 'null' : `"${scaledText(value, 8)}"`;
}

/** Converts "2026-11-20 08:05:03.07+00" to "2026-11-20T08:05:03.070Z". Truncates to milliseconds. */
function instant(value: string): string {
  if (value === '') return 'null';
  return `"${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z"`;
}
