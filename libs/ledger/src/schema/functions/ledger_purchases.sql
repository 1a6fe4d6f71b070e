create or replace function ledger_purchases(workspace uuid)
returns table(id uuid, account_id uuid, date date, amount bigint, folded_description text)
language sql stable parallel safe as $$
  select t.id, t.account_id, t.date, t.amount, split_part(t.search_text, E'\n', 1) from ledger_transactions t
  where t.workspace_id = workspace and t.deleted_at is null and t.type = 'expense' and t.split_count = 0
    and t.account_id is not null
$$;
