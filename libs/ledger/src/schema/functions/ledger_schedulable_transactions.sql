create or replace function ledger_schedulable_transactions(workspace uuid)
returns table (
  workspace_id uuid, id uuid, account_id uuid, to_account_id uuid, type text, date date, amount bigint,
  currency text, folded_description text, import_id uuid, schedule_id uuid
)
language sql stable parallel safe as $$
  select t.workspace_id, t.id, t.account_id, t.to_account_id, t.type, t.date, t.amount, t.currency,
    split_part(t.search_text, E'\n', 1), t.import_id, t.schedule_id
  from ledger_transactions t
  where (workspace is null or t.workspace_id = workspace) and t.deleted_at is null
$$;
