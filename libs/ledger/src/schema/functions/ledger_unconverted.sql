create or replace function ledger_unconverted(workspace uuid)
returns table(transaction_id uuid, category_id uuid, day date)
language sql stable parallel safe as $$
  select p.transaction_id, p.category_id, p.day from ledger_counted_parts() p
  where p.workspace_id = workspace and not p.is_converted and p.is_live
$$;
