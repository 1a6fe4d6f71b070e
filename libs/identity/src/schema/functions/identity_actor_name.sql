create or replace function identity_actor_name(workspace uuid, kind text, actor uuid)
returns text
language sql stable as $$
  select case kind
    when 'api_key' then (select name from identity_api_keys where workspace_id = workspace and id = actor)
    when 'oauth_grant' then (select client_name from identity_grants where workspace_id = workspace and id = actor)
  end
$$;
