create or replace function files_of_invoices(workspace uuid)
returns table(invoice_id uuid, file_id uuid)
language sql stable parallel safe as $$
  select l.target_id, l.file_id from files_links l
  join files_files f on f.workspace_id = l.workspace_id and f.id = l.file_id and f.deleted_at is null
  where l.workspace_id = workspace and l.kind = 'invoice'
$$;
