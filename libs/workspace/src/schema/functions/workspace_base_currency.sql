create or replace function workspace_base_currency(workspace uuid)
returns text
language sql stable parallel safe strict as $$
  select base_currency from workspace_workspaces where id = workspace
$$;
