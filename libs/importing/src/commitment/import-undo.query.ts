import type { Statement } from '@app/kernel';
import type { ImportKey } from '../rows/import-key.js';
import { partCount } from '../rows/row-parts.query.js';

/** @param ids PostgreSQL array literal, in row order */
export function saveTransactionIds({ workspaceId, importId }: ImportKey, ids: string): Statement {
  return {
    text: `update importing_imports set transaction_ids = $3::uuid[] where workspace_id = $1 and id = $2`,
    values: [workspaceId, importId, ids],
  };
}

/**
 * Returns the statement that selects the transactions that changed between the commit and the undo. Run it when the
 * transactions are already in the trash, but still have their categories.
 * @param taken IDs of the transactions that the undo trashed
 */
export function undoneTransactions(
  { workspaceId, importId }: ImportKey,
  taken: readonly string[],
  most: number,
): Statement {
  return {
    text: `
      with created as materialized (
        select ids.id, ids.n from importing_imports i cross join lateral unnest(i.transaction_ids) with ordinality as ids (id, n)
        where i.workspace_id = $1 and i.id = $2
      ), entered as materialized (
        select r.index, r.type, r.date, r.amount, r.external_id, r.duplicate_of,
          case when r.rewritten is null then r.description else r.rewritten->>'description' end as description,
          case when r.rewritten is null then r.notes else r.rewritten->>'notes' end as notes,
          case when r.rewritten is null then r.category_id else (r.rewritten->>'categoryId')::uuid end as category_id,
          nullif(r.rewritten->'tagIds', 'null') as tag_ids,
          r.repeats_external_id, ${partCount('r')} as parts, row_number() over (order by r.index) as n
        from importing_rows r
        where r.workspace_id = $1 and r.import_id = $2 and r.status = 'ready'
      ), compared as (
        select created.id as "transactionId", entered.index, case
          when e.id is null then 'already_deleted'
          when e.trashed and e.id not in (select unnest($3::uuid[])) then 'already_trashed'
          when e.account_id is distinct from i.account_id then 'moved'
          when (e.type, e.date, e.amount, e.description, e.notes, e.category_id, e.contact_id, e.split_count, to_jsonb(e.tag_ids), e.external_id)
            is distinct from (entered.type, entered.date, entered.amount, entered.description, entered.notes,
              entered.category_id, null::uuid, entered.parts, entered.tag_ids,
              case when entered.duplicate_of is null and not entered.repeats_external_id then entered.external_id end)
            then 'edited' end as outcome
        from created join entered using (n)
        join importing_imports i on i.workspace_id = $1 and i.id = $2
        left join ledger_import_entries($1, $2) e on e.id = created.id
      )
      select "transactionId", index, outcome, count(*) over ()::int as total from compared where outcome is not null
      order by index limit $4`,
    values: [workspaceId, importId, taken, most],
  };
}
