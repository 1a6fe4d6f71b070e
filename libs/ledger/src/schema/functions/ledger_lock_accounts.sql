create or replace function ledger_lock_accounts(workspace uuid, accounts uuid[])
returns void
language sql as $$
  select from ledger_accounts a where a.workspace_id = workspace and a.id = any(accounts) order by a.id for no key update
$$;
