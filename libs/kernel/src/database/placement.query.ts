import type { Statement } from '../sql/statement.js';

/** Asks the directory where a workspace is, in a transaction that is bound to it. No row: in the directory's own database. */
export function selectPlacement(workspaceId: string): Statement {
  const text = `select shard from kernel_placements where workspace_id = $1`;
  return { name: 'kernel.placement', text, values: [workspaceId] };
}

/**
 * Gives a new workspace its place, in the shard that has most room for its weight.
 * @param open the shards that take new workspaces, with their weights
 */
export function insertPlacement(
  workspaceId: string,
  open: readonly { readonly name: string; readonly weight: number }[],
): Statement {
  return {
    text: `
      with emptiest as (
        select name from unnest($2::text[], $3::float[]) as shard (name, weight)
        left join kernel_shards s using (name)
        order by (coalesce(s.workspaces, 0) + 1) / weight, name limit 1
      ), counted as (
        insert into kernel_shards as s (name, workspaces) select name, 1 from emptiest
        on conflict (name) do update set workspaces = s.workspaces + 1 returning name
      )
      insert into kernel_placements (workspace_id, shard) select $1, name from counted returning shard`,
    values: [workspaceId, open.map(({ name }) => name), open.map(({ weight }) => weight)],
  };
}
