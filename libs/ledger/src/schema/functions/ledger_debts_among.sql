create or replace function ledger_debts_among(workspace uuid, transactions uuid[])
returns table (
  transaction_id uuid, ordinal smallint, contact_id uuid, currency text, date date, type text,
  amount bigint
)
language sql stable parallel safe as $$
  select t.id, debt.ordinal, debt.contact_id, t.currency, t.date, debt.type, debt.amount
  from unnest(transactions) as wanted (id)
  cross join lateral (select * from ledger_transactions where workspace_id = workspace and id = wanted.id offset 0) t
  cross join lateral (
    select t.contact_id, (-1)::smallint as ordinal, t.type, t.amount where t.contact_id is not null
    union all
    select s.contact_id, s.ordinal, s.type, s.amount from (
      select * from ledger_splits where workspace_id = workspace and transaction_id = wanted.id offset 0) s
    where t.split_count > 0 and s.contact_id is not null) debt
  where t.deleted_at is null
$$;
