create or replace function ledger_account_names(workspace uuid)
returns table(id uuid, name text)
language sql stable parallel safe as $$
  select a.id, a.name from ledger_accounts a where a.workspace_id = workspace
$$;
