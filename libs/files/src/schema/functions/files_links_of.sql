create or replace function files_links_of(workspace uuid, target_kind text)
returns table(file_id uuid, target_id uuid)
language sql stable parallel safe as $$
  select l.file_id, l.target_id from files_links l where l.workspace_id = workspace and l.kind = target_kind
$$;
