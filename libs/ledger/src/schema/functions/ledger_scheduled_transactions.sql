create or replace function ledger_scheduled_transactions(workspace uuid)
returns table(workspace_id uuid, id uuid, schedule_id uuid)
language sql stable parallel safe as $$
  select t.workspace_id, t.id, t.schedule_id from ledger_transactions t
  where (workspace is null or t.workspace_id = workspace) and t.schedule_id is not null
$$;
