create or replace function ledger_account_entries(workspace uuid, account uuid, first_day date, last_day date)
returns table (
  id uuid, date date, signed_amount bigint, description text, trashed boolean, external_id text,
  imported boolean
)
language sql stable parallel safe as $$
  select t.id, t.date, t.signed_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null,
    t.external_id, t.import_id is not null
  from ledger_transactions t
  where t.workspace_id = workspace and t.account_id = account and t.date between first_day and last_day
    and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
  union all
  select t.id, t.date, t.to_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null,
    null, false
  from ledger_transactions t
  where t.workspace_id = workspace and t.to_account_id = account and t.date between first_day and last_day
    and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
$$;
