create or replace function ledger_live_debts(workspace uuid)
returns table (
  workspace_id uuid, transaction_id uuid, ordinal smallint, contact_id uuid, currency text, date date,
  type text, amount bigint
)
language sql stable parallel safe as $$
  select t.workspace_id, t.id, (-1)::smallint, t.contact_id, t.currency, t.date, t.type, t.amount
  from ledger_transactions t
  where (workspace is null or t.workspace_id = workspace) and t.deleted_at is null and t.contact_id is not null
  union all
  select t.workspace_id, t.id, s.ordinal, s.contact_id, t.currency, t.date, s.type, s.amount
  from ledger_splits s join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
  where (workspace is null or s.workspace_id = workspace) and t.deleted_at is null and s.contact_id is not null
$$;
