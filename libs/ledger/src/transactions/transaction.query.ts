import type { Statement } from '@app/kernel';
import { notExpired, TRASH_RETENTION_DAYS } from '../trash-retention.query.js';
import { FIELD_SEPARATOR, ROW_FIELDS } from './transaction-text.js';

/** A transaction's effect on the position of its account, as `signedAmount` has it, in SQL over its own columns. */
export function signedAmountOf(type: string, account: string, amount: string): string {
  return `case
      when ${account} is null then 0
      when ${type} in ('expense', 'transfer', 'lent', 'repayment_made') then -${amount}
      else ${amount} end`;
}

/**
 * The column `packed` that `transactionText` takes apart, of a row of ledger_transactions with this alias; goes with `joinCategory`.
 * Amounts and rates come as the integers that they are kept as; only what has to be quoted is JSON here.
 */
export function packedRow(t: string): string {
  const columns: Record<(typeof ROW_FIELDS)[number], string> = {
    id: `${t}.id`,
    accountId: `${t}.account_id`,
    type: `${t}.type`,
    day: `${t}.date`,
    description: `to_json(${t}.description)`,
    amount: `${t}.amount`,
    currency: `${t}.currency`,
    signedAmount: `${t}.signed_amount`,
    categoryId: `${t}.category_id`,
    categoryName: `to_json(category.name)`,
    categoryParentId: `category.parent_id`,
    contactId: `${t}.contact_id`,
    toAccountId: `${t}.to_account_id`,
    toAmount: `${t}.to_amount`,
    toCurrency: `${t}.to_currency`,
    toRate: `${t}.to_rate`,
    splits: `case when ${t}.split_count > 0 then ${splitsJson(t)} end`,
    notes: `to_json(${t}.notes)`,
    externalId: `to_json(${t}.external_id)`,
    importId: `${t}.import_id`,
    baseAmount: `${t}.base_amount`,
    baseRate: `${t}.base_rate`,
    createdAt: `${t}.created_at`,
    updatedAt: `${t}.updated_at`,
    deletedAt: `${t}.deleted_at`,
    purgeAt: `${t}.deleted_at + interval '${TRASH_RETENTION_DAYS} days'`,
  };
  // concat writes nothing for what is null.
  return `concat(${ROW_FIELDS.map((field) => columns[field]).join(`, chr(${FIELD_SEPARATOR.charCodeAt(0)}), `)}) as packed`;
}

/** Joins what `packedRow` says of the category. */
export function joinCategory(t: string): string {
  return `
    left join ledger_categories category
      on category.workspace_id = ${t}.workspace_id and category.id = ${t}.category_id`;
}

function splitsJson(t: string): string {
  // row_to_json writes without spaces, unlike json_build_object.
  return `(
      select json_agg(part.json order by part.ordinal)::text from (
        select s.ordinal, (select row_to_json(one) from (select
          money_text(s.amount) as amount,
          s.type,
          case when s.category_id is not null then (
            select row_to_json(filed) from (
              select c.id, c.name, c.parent_id as "parentId" from ledger_categories c
              where c.workspace_id = s.workspace_id and c.id = s.category_id) filed) end as category,
          s.contact_id as "contactId",
          s.notes,
          money_text(s.base_amount) as "baseAmount") one) as json
        from ledger_splits s where s.workspace_id = ${t}.workspace_id and s.transaction_id = ${t}.id) part)`;
}

/** One transaction, live or in the trash. */
export function selectTransaction(workspaceId: string, id: string, now: Date): Statement {
  return {
    name: 'ledger.transaction',
    text: `
      select ${packedRow('t')} from ledger_transactions t ${joinCategory('t')}
      where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')}`,
    values: [workspaceId, id, now],
  };
}

/**
 * Holds the accounts that a transaction moves, given as two arrays: ids, and the currencies that it was worked out for.
 * Only active accounts are held, in the order of their ids, so that two transfers cannot wait for each other.
 */
export function holdAccounts(ids: string, currencies: string): string {
  return `
    held as (
      select a.id from ledger_accounts a join unnest(${ids}::uuid[], ${currencies}::text[]) as m (id, currency) on m.id = a.id
      where a.workspace_id = $1 and a.status = 'active' and a.currency = m.currency
      order by a.id for no key update of a
    )`;
}
