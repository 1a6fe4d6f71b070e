-- For processes of the previous version during a deployment. Returns the active key with this hash. The policy identity_api_keys_presented shows only this row.
create or replace function identity_presented_key(presented bytea)
returns setof identity_api_keys
language plpgsql as $$
begin
  perform set_config('app.key_hash', encode(presented, 'hex'), true);
  return query select * from identity_api_keys where key_hash = presented and revoked_at is null;
end
$$;
