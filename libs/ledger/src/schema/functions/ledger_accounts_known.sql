create or replace function ledger_accounts_known(workspace uuid, ids uuid[])
returns table(id uuid)
language sql stable parallel safe as $$
  select a.id from ledger_accounts a where a.workspace_id = workspace and a.id = any(ids)
$$;
