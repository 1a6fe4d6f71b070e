create or replace function kernel_audit_log(workspace uuid)
returns setof kernel_audit_entries
language sql stable as $$
  select * from kernel_audit_entries where workspace_id = workspace
$$;
