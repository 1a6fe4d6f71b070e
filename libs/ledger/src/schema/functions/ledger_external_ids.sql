create or replace function ledger_external_ids(workspace uuid, account uuid, ids text[])
returns table(id uuid, external_id text)
language sql stable parallel safe as $$
  select t.id, t.external_id from ledger_transactions t
  where t.workspace_id = workspace and t.account_id = account and t.external_id = any(ids) and t.deleted_at is null
$$;
