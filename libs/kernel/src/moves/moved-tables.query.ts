/** The tables that move along with their workspaces: those whose changes are noted (`moveWithWorkspace`). */
export const MOVED_TABLES = `
  select c.relname as name,
    (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname in ('workspace_id', 'id')
      order by a.attname desc limit 1) as "workspaceColumn",
    (select array_agg(a.attname::text order by a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select array_agg(a.attname::text order by a.attname) from pg_index i
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key,
    (select coalesce(array_agg(distinct f.confrelid::regclass::text), '{}') from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f') as parents,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'pg_snapshot'::regtype
      and not a.attisdropped) as "holdsSnapshots"
  from pg_class c join pg_trigger g on g.tgrelid = c.oid and g.tgname = 'kernel_capture' order by c.relname`;
