/** Selects categories without children that only trashed transactions of the import use. */
export const UNUSED_BUT_BY_IMPORT = `
  select c.id from ledger_categories c
  where c.workspace_id = $1 and c.id = any($2::uuid[])
    and not exists (select from ledger_categories child where child.workspace_id = $1 and child.parent_id = c.id)
    and not exists (
      select from ledger_transactions t where t.workspace_id = $1 and t.category_id = c.id
        and (t.import_id is distinct from $3 or t.deleted_at is null))
    and not exists (
      select from ledger_splits s join ledger_transactions t on t.workspace_id = $1 and t.id = s.transaction_id
      where s.workspace_id = $1 and s.category_id = c.id
        and (t.import_id is distinct from $3 or t.deleted_at is null))
  order by c.id`;

export const UNCATEGORIZE = `
  with parts as (
    update ledger_splits set category_id = null where workspace_id = $1 and category_id = any($2::uuid[])
    returning transaction_id)
  update ledger_transactions t set updated_at = $3,
    category_id = case when t.category_id = any($2::uuid[]) then null else t.category_id end,
    category_source = case when t.category_id = any($2::uuid[]) then null else t.category_source end
  where t.workspace_id = $1 and (t.category_id = any($2::uuid[]) or t.id in (select transaction_id from parts))`;
