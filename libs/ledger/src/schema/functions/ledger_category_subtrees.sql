create or replace function ledger_category_subtrees(workspace uuid, roots uuid[])
returns table(root uuid, id uuid)
language sql stable parallel safe as $$
  with recursive subtree as (
    select c.id as root, c.id from ledger_categories c where c.workspace_id = workspace and c.id = any(roots)
    union all
    select subtree.root, c.id from subtree
    join ledger_categories c on c.workspace_id = workspace and c.parent_id = subtree.id)
  select subtree.root, subtree.id from subtree
$$;
