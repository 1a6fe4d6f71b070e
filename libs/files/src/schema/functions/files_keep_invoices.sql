-- Links XML files to their invoices.
create or replace function files_keep_invoices(workspace uuid, files uuid[], invoices uuid[])
returns void
language sql as $$
  insert into files_links (workspace_id, file_id, target_id, kind)
  select workspace, pair.file_id, pair.invoice_id, 'invoice' from unnest(files, invoices) as pair (file_id, invoice_id)
  on conflict do nothing
$$;
