create or replace function ledger_entries_of_imports(workspace uuid, imports uuid[])
returns table (id uuid)
language sql stable parallel safe as $$
  select t.id from ledger_transactions t
  where t.workspace_id = workspace and t.import_id = any(imports) and t.deleted_at is null
$$;
