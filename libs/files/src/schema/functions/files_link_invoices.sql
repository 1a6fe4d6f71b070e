-- Links the live files of invoices to transactions, or unlinks them. Skips transactions that have ten files. Locks the
-- files first, like every other change to links.
create or replace function files_link_invoices(workspace uuid, invoices uuid[], transactions uuid[], linked boolean)
returns void
language plpgsql as $$
declare
  pairs record;
begin
  perform from files_files f where f.workspace_id = workspace and f.id in (
    select l.file_id from files_links l where l.workspace_id = workspace and l.target_id = any(invoices) and l.kind = 'invoice')
  order by f.id for update;
  if linked then
    with pair as (
      select k.file_id, one.transaction_id, row_number() over (partition by one.transaction_id order by k.file_id) as n
      from unnest(invoices, transactions) as one (invoice_id, transaction_id)
      join files_of_invoices(workspace) k on k.invoice_id = one.invoice_id
      where not exists (select from files_links l where l.workspace_id = workspace and l.file_id = k.file_id
        and l.target_id = one.transaction_id)
    ), changed as (
      insert into files_links (workspace_id, file_id, target_id, kind)
      select workspace, pair.file_id, pair.transaction_id, 'transaction'
      from pair join ledger_file_counts(workspace) t on t.id = pair.transaction_id and t.file_count + pair.n <= 10
      returning target_id
    )
    select array_agg(c.target_id) as ids, array_agg(c.files) as amounts into pairs
    from (select target_id, count(*)::int as files from changed group by target_id) c;
  else
    with changed as (
      delete from files_links l using unnest(invoices, transactions) as one (invoice_id, transaction_id)
      join files_links k on k.workspace_id = workspace and k.target_id = one.invoice_id and k.kind = 'invoice'
      where l.workspace_id = workspace and l.file_id = k.file_id and l.target_id = one.transaction_id
      returning l.target_id, l.file_id
    )
    select array_agg(c.target_id) as ids, array_agg(-c.files) as amounts into pairs from (
      select changed.target_id, count(*)::int as files from changed
      join files_files f on f.workspace_id = workspace and f.id = changed.file_id and f.deleted_at is null
      group by changed.target_id) c;
  end if;
  perform ledger_add_files(workspace, pairs.ids, pairs.amounts);
end
$$;
