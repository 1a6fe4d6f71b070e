/**
 * Pairs rows with imported transactions of the same date and amount if the words of one description contain the words
 * of the other, because a PDF and a table describe the same transaction differently. Applies if the draft or the import
 * of the transaction is a PDF. Each row and each transaction has at most one partner.
 */
export const LOOSE = `
  pdf_imports as materialized (
    select i.id from importing_imports i
    where i.workspace_id = $1 and i.account_id = $3 and i.detected->>'format' = 'pdf'
  ), loose_known as materialized (
    select k.id, k.date, k.signed, k.text, string_to_array(k.text, ' ') as words from known k
    where k.imported and not k.trashed and k.text <> '' and k.id not in (select id from same)
      and (exists (select from pdf_imports where pdf_imports.id = $2)
        or k.id in (select e.id from ledger_entries_of_imports($1, (select array_agg(id) from pdf_imports)) e))
  ), loose_rows as materialized (
    select index, date, signed, text, string_to_array(text, ' ') as words from entered
    where text <> '' and index not in (select index from same)
      and index not in (select index from repeated where not is_shared)
      and (date, signed) in (select date, signed from loose_known)
  ), loose_pairs as (
    select r.index, k.id, shorter.text as shorter,
      dense_rank() over (partition by date, signed, shorter.text order by r.index) as row_n,
      dense_rank() over (partition by date, signed, shorter.text order by k.id) as known_n
    from loose_rows r join loose_known k using (date, signed)
      cross join lateral (select case when length(r.text) < length(k.text) then r.text else k.text end as text) shorter
    where r.words <@ k.words or k.words <@ r.words
  ), loose as (
    select distinct on (id) index, id from (
      select distinct on (index) index, id from loose_pairs where row_n = known_n order by index, length(shorter) desc, id
    ) one_per_row order by id, index
  ), `;
