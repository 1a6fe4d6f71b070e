create or replace function ledger_category_names(workspace uuid)
returns table(id uuid, name text, parent_id uuid, kind text)
language sql stable parallel safe as $$
  select c.id, c.name, c.parent_id, c.kind from ledger_categories c where c.workspace_id = workspace
$$;
