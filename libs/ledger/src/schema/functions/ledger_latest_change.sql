create or replace function ledger_latest_change(workspace uuid)
returns timestamptz
language sql stable parallel safe as $$
  select t.updated_at from ledger_transactions t where t.workspace_id = workspace order by t.updated_at desc limit 1
$$;
