/**
 * Has a table of workspaces move along with them (decision 0089): its changes are noted while its workspace is copied, who copies may
 * write all of it, and who works across workspaces does not see rows that count in another shard. Each new table of a shard needs it,
 * after `secureByWorkspace`.
 */
export function moveWithWorkspace(table: string, workspaceColumn = 'workspace_id'): string {
  return `
    do $move$
    begin
      execute format('create trigger kernel_capture after insert or update or delete on ${table} for each row
        when (current_setting(''app.captures'', true) <> '''') execute function kernel_capture(%s)',
        (select string_agg(quote_literal(attname), ', ' order by attname <> '${workspaceColumn}', attnum)
          from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
          where indrelid = '${table}'::regclass and indisprimary));
      execute (select format('alter policy %I on ${table}
          using (${workspaceColumn} not in (select * from kernel_hidden_workspaces()))
          with check (${workspaceColumn} not in (select * from kernel_hidden_workspaces()))', polname)
        from pg_policy where polrelid = '${table}'::regclass and polroles = array['centavo_operator'::regrole::oid]);
    end $move$;
    grant select, insert, update, delete on ${table} to centavo_mover;`;
}
