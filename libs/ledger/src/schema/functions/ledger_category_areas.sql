-- Returns each category in the subtrees of some categories (roots) once, with its nearest root. `place` numbers the
-- roots in depth-first order, so that the roots in the subtree of a root are those from `place` to `last_place`.
create or replace function ledger_category_areas(workspace uuid, roots uuid[])
returns table(root uuid, id uuid, place bigint, last_place bigint)
language sql stable parallel safe as $$
  with recursive area as (
    select c.id as root, c.id, c.parent_id from ledger_categories c
    where c.workspace_id = workspace and c.id = any(roots)
    union all
    select area.root, c.id, c.parent_id from area
    join ledger_categories c on c.workspace_id = workspace and c.parent_id = area.id
    where c.id <> all(roots)
  ), edge as materialized (
    select child.id as root, parent.root as above
    from area child left join area parent on parent.id = child.parent_id
    where child.id = child.root
  ), tree as (
    select edge.root, array[edge.root] as path from edge where edge.above is null
    union all
    select edge.root, tree.path || edge.root from tree join edge on edge.above = tree.root
  ), placed as materialized (
    select tree.root, tree.path, row_number() over (order by tree.path) as place from tree
  ), reach as materialized (
    select above as root, min(placed.place) as place, max(placed.place) as last_place
    from placed cross join lateral unnest(placed.path) as above group by above
  )
  select area.root, area.id, reach.place, reach.last_place from area join reach using (root)
$$;
