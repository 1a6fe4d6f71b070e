create or replace function ledger_kept_transactions(workspace uuid, at timestamptz)
returns table(id uuid)
language sql stable parallel safe as $$
  select t.id from ledger_transactions t
  where t.workspace_id = workspace and (t.deleted_at is null or t.deleted_at > at - interval '30 days')
$$;
