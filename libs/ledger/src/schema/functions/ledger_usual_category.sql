create or replace function ledger_usual_category(workspace uuid, wanted_type text, folded text)
returns table(category_id uuid)
language sql stable parallel safe as $$
  select recent.category_id
  -- Computed first, because PostgreSQL uses the index only if the hash is a plain value.
  from (select hashtextextended(folded, 0) as hash offset 0) wanted
  cross join lateral (
    select t.category_id, t.updated_at, t.id from ledger_transactions t
    where t.workspace_id = workspace and t.folded_hash = wanted.hash and t.type = wanted_type
      and t.deleted_at is null and t.category_id is not null
      and fold_text(coalesce(t.imported_description, t.description)) = folded
    order by t.updated_at desc, t.id desc limit 20) recent
  where (select c.archived_at is null from ledger_categories c where c.workspace_id = workspace and c.id = recent.category_id)
  order by recent.updated_at desc, recent.id desc limit 1
$$;
