-- Returns the active key with this hash and the current role of the member who created it. A key without a member comes
-- from the command line and acts as an owner. The policy identity_api_keys_presented shows only this key.
create or replace function identity_active_key(presented bytea)
returns table (workspace_id uuid, id uuid, scope text, last_used_at timestamptz, member_id uuid, role text)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.key_hash', encode(presented, 'hex'), true);
  perform set_config('app.workspace_id', k.workspace_id::text, true) from identity_api_keys k
  where k.key_hash = presented and k.revoked_at is null;
  return query
    select k.workspace_id, k.id, k.scope, k.last_used_at, m.id, coalesce(m.role, 'owner')
    from identity_api_keys k
    left join identity_members m on m.workspace_id = k.workspace_id and m.id = k.member_id and m.left_at is null
    where k.key_hash = presented and k.revoked_at is null and (k.member_id is null or m.id is not null);
end
$$;
