-- Adds the IDs of invoices to transactions, or removes them. Locks the transactions in the order of their IDs, so that
-- two calls do not deadlock.
create or replace function ledger_link_invoices(workspace uuid, invoices uuid[], transactions uuid[], linked boolean)
returns void
language sql as $$
  with given as materialized (
    select pair.id, array_agg(pair.invoice) as invoices from unnest(invoices, transactions) as pair (invoice, id)
    group by pair.id
  ), locked as materialized (
    select t.id from ledger_transactions t where t.workspace_id = (select workspace) and t.id = any(transactions)
    order by t.id for no key update
  )
  update ledger_transactions t set invoice_ids = nullif(array(
    select distinct one.id from unnest(case when linked then t.invoice_ids || given.invoices else t.invoice_ids end) as one (id)
    where linked or one.id <> all(given.invoices) order by one.id), '{}')
  from locked join given on given.id = locked.id
  where t.workspace_id = (select workspace) and t.id = locked.id
$$;
