/** True if a row is entered in the parts that its file has: nobody chose a category for it, or an amount that they do not make. */
export function isDivided(r: string): string {
  return `coalesce(${r}.parts is not null and not ${r}.edits ? 'categoryId'
    and (select sum((part->>'amount')::bigint) from jsonb_array_elements(${r}.parts) part) = ${r}.amount, false)`;
}

/** How many parts a row is entered in; 0 where it is entered whole. */
export function partCount(r: string): string {
  return `case when ${isDivided(r)} then jsonb_array_length(${r}.parts) else 0 end`;
}

/** The category that a part names, as it is now. */
export function partCategory(r: string, part: string): string {
  return `ledger_category_named(${r}.workspace_id, ${r}.type, ${part}->>'category')`;
}

/** The parts in which a row is entered, in their order; null where it is entered whole. */
export function enteredParts(r: string): string {
  return `case when ${isDivided(r)} then (
    select jsonb_agg(jsonb_build_object('amount', part->'amount', 'category_id', ${partCategory(r, 'part')}, 'notes', part->'notes') order by n)
    from jsonb_array_elements(${r}.parts) with ordinality as one (part, n)) end`;
}
