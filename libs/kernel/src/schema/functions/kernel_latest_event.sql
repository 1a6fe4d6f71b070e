-- Returns the number of the latest event of a workspace, or 0 if it has none.
create or replace function kernel_latest_event(workspace uuid)
returns bigint
language sql stable parallel safe as $$
  select coalesce((select last from kernel_event_counters where workspace_id = workspace), 0)
$$;
