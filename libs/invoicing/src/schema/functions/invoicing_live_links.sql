-- Invoices with the live transactions that pay them. offset 0 makes the planner look up each transaction, even if it
-- has no statistics of the workspace (decision 0063).
create or replace function invoicing_live_links(workspace uuid)
returns table (invoice_id uuid, transaction_id uuid)
language sql stable parallel safe as $$
  select l.invoice_id, l.transaction_id from invoicing_links l
  where l.workspace_id = workspace
    and exists (select from ledger_live_transactions(l.workspace_id) t where t.id = l.transaction_id offset 0)
$$;
