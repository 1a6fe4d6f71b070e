import { DRAFT_RETENTION_DAYS } from '../draft-retention.js';

const MAX_DAYS_APART = 5;
/** Limits the cost for files that repeat a tracking key. Normally, each key belongs to only one transfer. */
const MAX_SIDES_SCANNED = 50;

/**
 * Returns SQL for the other side of a transfer between the owner's accounts: a row in an import of another account with
 * the same tracking key, amount and currency, the opposite direction, and a date at most MAX_DAYS_APART days away. The
 * service never merges the two on its own (decision 0014).
 */
export function transferCandidate(r: string, i: string): string {
  return `case when ${i}.status = 'draft' and ${r}.status = 'ready' and ${r}.tracking_key is not null then (
    select row_to_json(candidate) from (
      select entry.id as "transactionId", case when entry.id is null then side.import_id end as "importId",
        case when entry.id is null then side.index end as index, other_import.account_id as "accountId",
        coalesce(entry.date, side.date) as date, money_text(side.amount) as amount
      from (
        select o.import_id, o.index, o.date, o.amount, o.type, o.status from public.importing_rows o
        where o.workspace_id = ${r}.workspace_id and o.tracking_key = ${r}.tracking_key and o.amount = ${r}.amount
          and o.type = case ${r}.type when 'expense' then 'income' else 'expense' end
        limit ${MAX_SIDES_SCANNED}) side
      join importing_imports other_import on other_import.workspace_id = ${r}.workspace_id and other_import.id = side.import_id
      left join lateral ledger_import_entries(other_import.workspace_id, other_import.id) entry
        on other_import.status = 'committed' and entry.import_row = side.index
      where side.status = 'ready' and other_import.account_id <> ${i}.account_id and other_import.currency = ${i}.currency
        and abs(coalesce(entry.date, side.date) - ${r}.date) <= ${MAX_DAYS_APART}
        and case other_import.status
          when 'draft' then other_import.created_at > now() - interval '${DRAFT_RETENTION_DAYS} days'
          when 'committed' then not entry.trashed and entry.type = side.type and entry.amount = side.amount
            and entry.account_id = other_import.account_id
          else false end
      order by entry.id is null, abs(coalesce(entry.date, side.date) - ${r}.date), side.import_id, side.index
      limit 1) candidate) end`;
}
