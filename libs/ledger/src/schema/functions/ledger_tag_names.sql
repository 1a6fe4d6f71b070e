create or replace function ledger_tag_names(workspace uuid)
returns table(id uuid, name text, folded_name text)
language sql stable parallel safe as $$
  select g.id, g.name, g.folded_name from ledger_tags g where g.workspace_id = workspace
$$;
