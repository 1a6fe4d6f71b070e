create or replace function identity_current_members(workspace uuid)
returns table (id uuid)
language sql stable as $$
  select m.id from identity_members m where m.workspace_id = workspace and m.left_at is null
$$;
