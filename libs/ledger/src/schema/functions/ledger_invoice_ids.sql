create or replace function ledger_invoice_ids(workspace uuid)
returns table(workspace_id uuid, id uuid, invoice_ids uuid[])
language sql stable parallel safe as $$
  select t.workspace_id, t.id, t.invoice_ids from ledger_transactions t
  where workspace is null or t.workspace_id = (select workspace)
$$;
