create or replace function ledger_tag_ids(workspace uuid, names text[])
returns uuid[]
language sql stable parallel safe as $$
  select array(
    select g.id from ledger_tags g
    where g.workspace_id = workspace and g.folded_name in (select fold_text(name) from unnest(names) as given (name)))
$$;
