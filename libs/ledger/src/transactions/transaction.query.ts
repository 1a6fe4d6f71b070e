import type { Statement } from '@app/kernel';
import { notExpired, TRASH_RETENTION_DAYS } from '@app/kernel';
import { FIELD_SEPARATOR, ROW_FIELDS } from './transaction-text.js';

export function signedAmountOf(type: string, account: string, amount: string): string {
  return `case
      when ${account} is null then 0
      when ${type} in ('expense', 'transfer', 'lent', 'repayment_made') then -${amount}
      else ${amount} end`;
}

/**
 * Returns SQL that computes whether an expense, an income or a split counts as spending or as income. The kind of its
 * category decides, or its type if it has no category. Follows the same rule as `ledger_counted_parts`.
 */
export function countsAs(type: string, workspace: string, category: string): string {
  return `coalesce((
      select c.kind from ledger_categories c where c.workspace_id = ${workspace} and c.id = ${category}), ${type})`;
}

/**
 * Returns SQL for the column `packed`, which `transactionText` reads. The query must include `joinCategory`. Amounts
 * and rates are the stored integers; only strings are JSON.
 */
export function packedRow(t: string): string {
  const columns = columnsOf(t);
  // concat skips nulls.
  return `concat(${ROW_FIELDS.map((field) => columns[field]).join(`, ${SEPARATOR}, `)}) as packed`;
}

/** Fields that may change without an edit of the transaction. */
const ASIDE: readonly RowField[] = ['baseAmount', 'baseRate', 'createdAt', 'updatedAt', 'deletedAt', 'purgeAt'];

/**
 * Returns SQL for a digest of the visible fields of a transaction, except base amounts and timestamps. The query must
 * include `joinCategory`.
 */
export function shownDigest(t: string): string {
  const columns = { ...columnsOf(t), splits: `case when ${t}.split_count > 0 then ${splitsJson(t, '')} end` };
  const shown = ROW_FIELDS.filter((field) => !ASIDE.includes(field)).map((field) => columns[field]);
  return `hashtextextended(concat(${shown.join(`, ${SEPARATOR}, `)}), 0)`;
}

type RowField = (typeof ROW_FIELDS)[number];

const SEPARATOR = `chr(${FIELD_SEPARATOR.charCodeAt(0)})`;

function columnsOf(t: string): Record<RowField, string> {
  return {
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
    splits: `case when ${t}.split_count > 0 then ${splitsJson(t, VALUE_OF_PART)} end`,
    tags: `case when ${t}.tag_ids is not null then ${tagsJson(t)} end`,
    notes: `to_json(${t}.notes)`,
    externalId: `to_json(${t}.external_id)`,
    importId: `${t}.import_id`,
    scheduleId: `case when ${t}.deleted_at is null then ${t}.schedule_id end`,
    goalId: `${t}.goal_id`,
    paidBy: `${t}.paid_by`,
    shares: `case when ${t}.share_member_ids is not null then ${sharesJson(t)} end`,
    fileCount: `${t}.file_count`,
    invoiceIds: `array_to_json(${t}.invoice_ids)`,
    baseAmount: `${t}.base_amount`,
    baseRate: `${t}.base_rate`,
    createdAt: `${t}.created_at`,
    updatedAt: `${t}.updated_at`,
    deletedAt: `${t}.deleted_at`,
    purgeAt: `${t}.deleted_at + interval '${TRASH_RETENTION_DAYS} days'`,
  };
}

export function joinCategory(t: string): string {
  return `
    left join ledger_categories category
      on category.workspace_id = ${t}.workspace_id and category.id = ${t}.category_id`;
}

const VALUE_OF_PART = ', money_text(s.base_amount) as "baseAmount"';

/**
 * Returns SQL for the splits as JSON.
 * @param value additional fields of each split
 */
function splitsJson(t: string, value: string): string {
  // row_to_json writes no spaces, but json_build_object does.
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
          s.notes${value}) one) as json
        from ledger_splits s where s.workspace_id = ${t}.workspace_id and s.transaction_id = ${t}.id) part)`;
}

/** Returns SQL for the tag names as a JSON array, in the order of the tags. Only valid for a transaction with tags. */
export function tagsJson(t: string): string {
  return `(
      select '[' || string_agg(to_json(tag.name)::text, ',' order by one.n) || ']'
      from unnest(${t}.tag_ids) with ordinality as one (id, n)
      join ledger_tags tag on tag.workspace_id = ${t}.workspace_id and tag.id = one.id)`;
}

/** Returns SQL for the shares as a JSON array. Only valid for a transaction with shares. */
export function sharesJson(t: string): string {
  return `(
      select '[' || string_agg(format('{"memberId":"%s","amount":"%s","weight":%s}',
        share.member, money_text(share.amount), coalesce(share.weight::text, 'null')), ',' order by share.n) || ']'
      from unnest(${t}.share_member_ids, ${t}.share_amounts, ${t}.share_weights)
        with ordinality as share (member, amount, weight, n))`;
}

export function selectTransaction(workspaceId: string, id: string, now: Date): Statement {
  return {
    name: 'ledger.transaction',
    text: `
      select ${packedRow('t')} from ledger_transactions t ${joinCategory('t')}
      where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')}`,
    values: [workspaceId, id, now],
  };
}

export function selectTransactions(workspaceId: string, ids: readonly string[], now: Date): Statement {
  return {
    name: 'ledger.transactions',
    text: `
      select ${packedRow('t')} from ledger_transactions t ${joinCategory('t')}
      where t.workspace_id = $1 and t.id = any($2::uuid[]) and ${notExpired('t', '$3')}`,
    values: [workspaceId, ids, now],
  };
}

/**
 * Returns SQL that locks the accounts of transactions, given as arrays of IDs and expected currencies. Only locks
 * active accounts with the expected currency. Accounts are locked in ID order, so that two transfers do not deadlock.
 */
export function holdAccounts(ids: string, currencies: string): string {
  return `
    held as (
      select a.id from ledger_accounts a join unnest(${ids}::uuid[], ${currencies}::text[]) as m (id, currency) on m.id = a.id
      where a.workspace_id = $1 and a.status = 'active' and a.currency = m.currency
      order by a.id for no key update of a
    )`;
}
