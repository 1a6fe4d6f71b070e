-- Live transactions without a live invoice, except transfers, adjustments and debts without an account. folded_text has
-- the description, the notes and the bank's description.
create or replace function ledger_transactions_without_invoice(workspace uuid)
returns table (id uuid, import_id uuid, date date, signed_amount bigint, currency text, folded_text text)
language sql stable parallel safe as $$
  select t.id, t.import_id, t.date, t.signed_amount, t.currency,
    t.search_text || e'\n' || coalesce(fold_text(t.imported_description), '')
  from ledger_transactions t
  where t.workspace_id = (select workspace) and t.deleted_at is null and t.invoice_ids is null and t.account_id is not null
    and t.type not in ('transfer', 'adjustment')
$$;
