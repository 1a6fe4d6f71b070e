-- Returns the invitation with this token hash. The policy identity_invitations_presented shows only this row.
create or replace function identity_presented_invitation(presented bytea)
returns table (workspace_id uuid, id uuid, email text, role text, expires_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.invitation_hash', encode(presented, 'hex'), true);
  return query
    select i.workspace_id, i.id, i.email, i.role, i.expires_at from identity_invitations i where i.token_hash = presented;
end
$$;
