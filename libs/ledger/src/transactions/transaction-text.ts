import { JsonText, scaledText } from '@app/kernel/pure';
import type { TransactionType } from './transaction-type.js';

/** A transaction as `transactionColumns` reads it: integers as digits, instants as PostgreSQL writes them in UTC. */
export interface TransactionRow {
  readonly id: string;
  readonly account_id: string | null;
  readonly type: TransactionType;
  readonly day: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly signed_amount: string;
  readonly category_id: string | null;
  readonly category_name: string | null;
  readonly category_parent_id: string | null;
  readonly contact_id: string | null;
  readonly to_account_id: string | null;
  readonly to_amount: string | null;
  readonly to_currency: string | null;
  readonly to_rate: string | null;
  /** Its parts, as JSON. */
  readonly splits: string | null;
  readonly notes: string | null;
  readonly external_id: string | null;
  readonly import_id: string | null;
  readonly base_amount: string | null;
  readonly base_rate: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly purge_at: string | null;
}

/** The answer that is one transaction. */
export function transactionJson(row: TransactionRow): JsonText {
  return new JsonText(transactionText(row));
}

/**
 * The one form in which a transaction is answered, as JSON: every field, absent ones null. Only what people write needs
 * quoting; everything else is digits, ids and codes. Source: contract section 7, decision 0009.
 */
export function transactionText(row: TransactionRow): string {
  return (
    `{"id":"${row.id}","accountId":${id(row.account_id)},"type":"${row.type}",` +
    `"status":"${row.deleted_at === null ? 'live' : 'trashed'}","date":"${row.day}",` +
    `"description":${JSON.stringify(row.description)},"amount":${amount(row.amount)},"currency":"${row.currency}",` +
    `"signedAmount":${amount(row.signed_amount)},"category":${category(row)},"contactId":${id(row.contact_id)},` +
    `"transfer":${transfer(row)},"splits":${row.splits ?? '[]'},"notes":${words(row.notes)},` +
    `"externalId":${words(row.external_id)},"importId":${id(row.import_id)},"baseAmount":${amount(row.base_amount)},` +
    `"baseRate":${rate(row.base_rate)},"createdAt":${instant(row.created_at)},"updatedAt":${instant(row.updated_at)},` +
    `"deletedAt":${instant(row.deleted_at)},"purgeAt":${instant(row.purge_at)}}`
  );
}

function category(row: TransactionRow): string {
  if (row.category_id === null) return 'null';
  return `{"id":"${row.category_id}","name":${words(row.category_name)},"parentId":${id(row.category_parent_id)}}`;
}

function transfer(row: TransactionRow): string {
  if (row.to_account_id === null) return 'null';
  return (
    `{"accountId":"${row.to_account_id}","amount":${amount(row.to_amount)},"currency":"${row.to_currency}",` +
    `"rate":"${row.to_rate}"}`
  );
}

function id(value: string | null): string {
  return value === null ? 'null' : `"${value}"`;
}

function words(value: string | null): string {
  return value === null ? 'null' : JSON.stringify(value);
}

function amount(minor: string | null): string {
  return minor === null ? 'null' : `"${scaledText(minor, 2)}"`;
}

function rate(value: string | null): string {
  return value === null ? 'null' : `"${scaledText(value, 8)}"`;
}

/** "2026-11-20 08:05:03.07+00" is "2026-11-20T08:05:03.070Z"; what is finer than a millisecond is cut off. */
function instant(value: string | null): string {
  if (value === null) return 'null';
  return `"${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z"`;
}
