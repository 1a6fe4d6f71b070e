import type { UnitOfWork } from '@app/kernel';
import { TransactionsDeleted } from '../ledger.events.js';

/** How long a transaction stays in the trash. Source: service description, "Limits". */
export const TRASH_RETENTION_DAYS = 30;

/** Which transactions exist: live ones, and those in the trash until their time is over, purged or not. */
export function existing(t: string, now: string): string {
  return `(${t}.deleted_at is null or ${t}.deleted_at > ${now}::timestamptz - interval '${TRASH_RETENTION_DAYS} days')`;
}

/** A transaction's effect on the position of its account, as `signedAmount` has it, in SQL over its own columns. */
export function signedAmountOf(type: string, account: string, amount: string): string {
  return `case
      when ${account} is null then 0
      when ${type} in ('expense', 'transfer', 'lent', 'repayment_made') then -${amount}
      else ${amount} end`;
}

/**
 * Deletes what is past its time in the trash: nobody can see it any more, so that it must not stand in the way of what
 * is asked for now. `which` narrows it by the id in $3.
 */
export async function deleteExpired(work: UnitOfWork, which: string, id: string, now: Date): Promise<void> {
  const { workspaceId } = work;
  const gone = await work.query<{ id: string }>({
    text: `
      delete from ledger_transactions t where t.workspace_id = $1 and not ${existing('t', '$2')} and (${which})
      returning t.id`,
    values: [workspaceId, now, id],
  });
  if (gone.length > 0) await work.publish(new TransactionsDeleted(gone.map((one) => ({ workspaceId, id: one.id }))));
}

/**
 * The one form in which a transaction is answered, written by PostgreSQL: every field, absent ones null.
 * `t` is the alias of a row of ledger_transactions. Source: contract section 7.
 */
export function transactionJson(t: string): string {
  // row_to_json writes without spaces, unlike json_build_object.
  return `(select row_to_json(answer)::text from (select
    ${t}.id,
    ${t}.account_id as "accountId",
    ${t}.type,
    case when ${t}.deleted_at is null then 'live' else 'trashed' end as status,
    ${t}.date,
    ${t}.description,
    money_text(${t}.amount) as amount,
    ${t}.currency,
    money_text(${t}.signed_amount) as "signedAmount",
    ${categoryJson(t)} as category,
    ${t}.contact_id as "contactId",
    case when ${t}.to_account_id is not null then (select row_to_json(side) from (select
      ${t}.to_account_id as "accountId",
      money_text(${t}.to_amount) as amount,
      ${t}.to_currency as currency,
      ${t}.to_rate::text as rate) side) end as transfer,
    case when ${t}.split_count = 0 then '[]'::json else (
      select json_agg(part.json order by part.ordinal) from (
        select s.ordinal, (select row_to_json(one) from (select
          money_text(s.amount) as amount,
          s.type,
          ${categoryJson('s')} as category,
          s.contact_id as "contactId",
          s.notes,
          money_text(s.base_amount) as "baseAmount") one) as json
        from ledger_splits s where s.workspace_id = ${t}.workspace_id and s.transaction_id = ${t}.id) part) end as splits,
    ${t}.notes,
    ${t}.external_id as "externalId",
    ${t}.import_id as "importId",
    money_text(${t}.base_amount) as "baseAmount",
    rate_text(${t}.base_rate) as "baseRate",
    instant_text(${t}.created_at) as "createdAt",
    instant_text(${t}.updated_at) as "updatedAt",
    instant_text(${t}.deleted_at) as "deletedAt",
    instant_text(${t}.deleted_at + interval '${TRASH_RETENTION_DAYS} days') as "purgeAt"
  ) answer)`;
}

function categoryJson(row: string): string {
  return `case when ${row}.category_id is not null then (
      select row_to_json(filed) from (
        select c.id, c.name, c.parent_id as "parentId" from ledger_categories c
        where c.workspace_id = ${row}.workspace_id and c.id = ${row}.category_id) filed) end`;
}

/**
 * Adds to the positions of accounts, given as three arrays: ids, deltas and the currencies that they were computed for.
 * Only active accounts are moved, in the order of their ids, so that two transfers cannot wait for each other.
 */
export function moveAccounts(ids: string, deltas: string, currencies: string): string {
  return `
    delta as (
      select * from unnest(${ids}::uuid[], ${deltas}::bigint[], ${currencies}::text[]) as d (id, amount, currency)
    ), held as (
      select a.id, delta.amount from ledger_accounts a join delta on delta.id = a.id
      where a.workspace_id = $1 and a.status = 'active' and a.currency = delta.currency
      order by a.id for no key update of a
    ), moved as (
      update ledger_accounts a set position = a.position + held.amount
      from held where a.workspace_id = $1 and a.id = held.id returning a.id
    )`;
}
