-- Adds to the number of live files of transactions. Locks the transactions in ID order, so that two calls do not
-- deadlock.
create or replace function ledger_add_files(workspace uuid, transactions uuid[], amounts int[])
returns void
language sql as $$
  with locked as (
    select t.id from ledger_transactions t where t.workspace_id = (select workspace) and t.id = any(transactions)
    order by t.id for no key update
  )
  update ledger_transactions t set file_count = t.file_count + given.amount
  from locked join unnest(transactions, amounts) as given (id, amount) on given.id = locked.id
  where t.workspace_id = (select workspace) and t.id = locked.id
$$;
