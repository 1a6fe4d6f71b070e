create or replace function ledger_account_currencies(workspace uuid)
returns table(id uuid, currency text)
language sql stable parallel safe as $$
  select a.id, a.currency from ledger_accounts a where a.workspace_id = workspace
$$;
