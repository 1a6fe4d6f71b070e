-- Returns the number of a workspace's latest event; 0 without events.
create or replace function kernel_latest_event(workspace uuid)
returns bigint
language sql stable parallel safe as $$
  select coalesce((select last from kernel_event_counters where workspace_id = workspace), 0)
$$;
