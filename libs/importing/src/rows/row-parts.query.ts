/**
 * Returns SQL that is true if the row is committed with its splits: the user chose no category, and the splits add up
 * to the amount.
 */
export function isDivided(r: string): string {
  return `coalesce(${r}.parts is not null and not ${r}.edits ? 'categoryId'
    and (select sum((part->>'amount')::bigint) from jsonb_array_elements(${r}.parts) part) = ${r}.amount, false)`;
}

/** Returns SQL for the number of splits; 0 if the row is committed without splits. */
export function partCount(r: string): string {
  return `case when ${isDivided(r)} then jsonb_array_length(${r}.parts) else 0 end`;
}

/** Selects the splits of ready rows that are committed with them. Finds the categories by their names in the file. */
export function readyParts(workspaceId: string, importId: string): string {
  return `
    with part as materialized (
      select r.index, r.type as kind, given.n, given.item, given.item->>'category' as name
      from importing_rows r cross join lateral jsonb_array_elements(r.parts) with ordinality as given (item, n)
      where r.workspace_id = ${workspaceId} and r.import_id = ${importId} and r.status = 'ready' and ${isDivided('r')}
    ), wanted as (select distinct kind, name from part where name is not null)
    select part.index, part.n, part.kind, part.name, part.item, found.id as category_id
    from part left join ledger_categories_named(
      ${workspaceId}, (select array_agg(kind) from wanted), (select array_agg(name) from wanted)) found using (kind, name)`;
}
