/** True if the row is committed with its parts: no category was chosen, and the parts add up to the amount. */
export function isDivided(r: string): string {
  return `coalesce(${r}.parts is not null and not ${r}.edits ? 'categoryId'
    and (select sum((part->>'amount')::bigint) from jsonb_array_elements(${r}.parts) part) = ${r}.amount, false)`;
}

/** 0 if the row is committed as a whole. */
export function partCount(r: string): string {
  return `case when ${isDivided(r)} then jsonb_array_length(${r}.parts) else 0 end`;
}

export function partCategory(r: string, part: string): string {
  return `ledger_category_named(${r}.workspace_id, ${r}.type, ${part}->>'category')`;
}

/** Null if the row is committed as a whole. */
export function enteredParts(r: string): string {
  return `case when ${isDivided(r)} then (
    select jsonb_agg(jsonb_build_object('amount', part->'amount', 'category_id', ${partCategory(r, 'part')}, 'notes', part->'notes') order by n)
    from jsonb_array_elements(${r}.parts) with ordinality as one (part, n)) end`;
}
