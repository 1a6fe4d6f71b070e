-- Returns the number of the latest event of a workspace; 0 if there is none.
create or replace function kernel_latest_event(workspace uuid)
returns bigint
language sql stable parallel safe as $$
  select coalesce((select last from kernel_event_counters where workspace_id = workspace), 0)
$$;
