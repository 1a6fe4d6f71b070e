create or replace function ledger_categories_named(workspace uuid, kinds text[], names text[])
returns table(kind text, name text, id uuid)
-- Disables nested loops, because PostgreSQL has no statistics on new categories and would compare each category with
-- each name.
language sql stable parallel safe set enable_nestloop = off as $$
  with recursive given as materialized (
    select g.kind, g.name, fold_text(g.name) as folded, position(' > ' in g.name) > 0 as is_path
    from unnest(kinds, names) as g (kind, name)
  ), wanted as materialized (
    select distinct g.kind, g.folded, g.is_path from given g
  ), longest as materialized (
    select max(length(w.folded)) as path from wanted w where w.is_path
  ), tree as (
    select c.id, c.kind, c.archived_at, c.folded_name as path from ledger_categories c
    where c.workspace_id = workspace and c.parent_id is null and length(c.folded_name) <= (select path from longest)
    union all
    select c.id, c.kind, c.archived_at, tree.path || ' > ' || c.folded_name
    from tree join ledger_categories c on c.workspace_id = workspace and c.parent_id = tree.id
    where length(tree.path) < (select path from longest)
  ), candidates as (
    select t.id, t.kind, t.archived_at, t.path as folded, true as is_path, false as is_below from tree t
    union all
    select c.id, c.kind, c.archived_at, c.folded_name, false, c.parent_id is not null
    from ledger_categories c where c.workspace_id = workspace
  ), found as (
    select distinct on (w.kind, w.folded, w.is_path) w.kind, w.folded, w.is_path, c.id
    from wanted w join candidates c on c.folded = w.folded and (w.is_path or not c.is_path)
    order by w.kind, w.folded, w.is_path, c.is_path desc, c.kind <> w.kind, c.archived_at is not null, c.is_below, c.id
  )
  select g.kind, g.name, f.id from given g
  left join found f on f.kind = g.kind and f.folded = g.folded and f.is_path = g.is_path
$$;
