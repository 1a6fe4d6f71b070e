create or replace function ledger_live_activity(workspace uuid)
returns table(workspace_id uuid, account_id uuid, category_id uuid, type text, day date, amount bigint)
language sql stable parallel safe as $$
  select p.workspace_id, p.account_id, p.category_id, p.type, p.day, p.amount from ledger_counted_parts() p
  where (workspace is null or p.workspace_id = workspace) and p.is_live and p.is_converted
$$;
