create or replace function ledger_file_counts(workspace uuid)
returns table(workspace_id uuid, id uuid, file_count smallint)
language sql stable parallel safe as $$
  select t.workspace_id, t.id, t.file_count from ledger_transactions t
  where workspace is null or t.workspace_id = (select workspace)
$$;
