create or replace function ledger_set_aside(workspace uuid)
returns table(workspace_id uuid, id uuid, set_aside bigint)
language sql stable parallel safe as $$
  select a.workspace_id, a.id, a.set_aside from ledger_accounts a where workspace is null or a.workspace_id = workspace
$$;
