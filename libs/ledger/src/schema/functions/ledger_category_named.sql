create or replace function ledger_category_named(workspace uuid, wanted_kind text, wanted_name text)
returns uuid
language sql stable parallel safe strict as $$
  with recursive tree as (
    select c.id, c.kind, c.archived_at, c.folded_name as path from ledger_categories c
    where c.workspace_id = workspace and c.parent_id is null and position(' > ' in wanted_name) > 0
    union all
    select c.id, c.kind, c.archived_at, tree.path || ' > ' || c.folded_name
    from tree join ledger_categories c on c.workspace_id = workspace and c.parent_id = tree.id
  )
  select coalesce((
    select tree.id from tree where tree.path = fold_text(wanted_name)
    order by tree.kind <> wanted_kind, tree.archived_at is not null, tree.id limit 1), (
    select c.id from ledger_categories c
    where c.workspace_id = workspace and c.folded_name = fold_text(wanted_name)
    order by c.kind <> wanted_kind, c.archived_at is not null, c.parent_id is not null, c.id limit 1))
$$;
