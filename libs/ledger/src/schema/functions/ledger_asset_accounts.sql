create or replace function ledger_asset_accounts(workspace uuid)
returns table(id uuid, currency text, balance bigint)
language sql stable parallel safe as $$
  select a.id, a.currency, a.position from ledger_accounts a where a.workspace_id = workspace and a.kind = 'asset'
$$;
