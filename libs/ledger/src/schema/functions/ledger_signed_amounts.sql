create or replace function ledger_signed_amounts(workspace uuid)
returns table (id uuid, signed_amount bigint, currency text)
language sql stable parallel safe as $$
  select t.id, t.signed_amount, t.currency from ledger_transactions t where t.workspace_id = workspace
$$;
