create or replace function ledger_activity(workspace uuid, transactions uuid[])
returns table(account_id uuid, category_id uuid, type text, day date, amount bigint)
language sql stable parallel safe as $$
  select p.account_id, p.category_id, p.type, p.day, p.amount from ledger_counted_parts() p
  where p.workspace_id = workspace and p.transaction_id = any(transactions) and p.is_converted
$$;
