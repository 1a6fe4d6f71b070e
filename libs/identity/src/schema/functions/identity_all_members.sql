-- Returns all members of a workspace. Former members have a time in left_at.
create or replace function identity_all_members(workspace uuid)
returns table (id uuid, name text, left_at timestamptz)
language sql stable as $$
  select m.id, m.name, m.left_at from identity_members m where m.workspace_id = workspace
$$;
