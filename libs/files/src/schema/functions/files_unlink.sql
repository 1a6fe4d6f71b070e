create or replace function files_unlink(workspace uuid, target uuid)
returns void
language sql as $$
  delete from files_links l where l.workspace_id = workspace and l.target_id = target
$$;
