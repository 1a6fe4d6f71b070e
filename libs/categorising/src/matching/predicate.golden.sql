-- description contains
-- $1: "Café"
(position(fold_text($1::text) in row.folded_description) > 0)

-- description not_contains
-- $1: "Café"
(coalesce(position(fold_text($1::text) in row.folded_description) = 0, true))

-- description equals
-- $1: "Café"
(row.folded_description = fold_text($1::text))

-- description starts_with
-- $1: "Café"
(starts_with(row.folded_description, fold_text($1::text)))

-- description ends_with
-- $1: "Café"
(right(row.folded_description, length(fold_text($1::text))) = fold_text($1::text))

-- description matches
-- $1: ["a49435e3e2b8fda0fab023c58dacb7e6","6ac6f51b8e8bb1f3adc3bafde52d1f46"]
(md5(row.folded_description)::uuid = any($1::uuid[]))

-- notes contains
-- $1: "Café"
(position(fold_text($1::text) in row.folded_notes) > 0)

-- notes not_contains
-- $1: "Café"
(coalesce(position(fold_text($1::text) in row.folded_notes) = 0, true))

-- notes equals
-- $1: "Café"
(row.folded_notes = fold_text($1::text))

-- notes starts_with
-- $1: "Café"
(starts_with(row.folded_notes, fold_text($1::text)))

-- notes ends_with
-- $1: "Café"
(right(row.folded_notes, length(fold_text($1::text))) = fold_text($1::text))

-- notes matches
-- $1: []
(md5(row.folded_notes)::uuid = any($1::uuid[]))

-- amount eq
-- $1: "10000"
(abs(row.amount) = $1::bigint)

-- amount gt
-- $1: "10000"
(abs(row.amount) > $1::bigint)

-- amount gte
-- $1: "10000"
(abs(row.amount) >= $1::bigint)

-- amount lt
-- $1: "10000"
(abs(row.amount) < $1::bigint)

-- amount lte
-- $1: "10000"
(abs(row.amount) <= $1::bigint)

-- amount between
-- $1: "10000"
-- $2: "25050"
(abs(row.amount) between $1::bigint and $2::bigint)

-- date on
-- $1: "2026-01-01"
(row.date = $1::date)

-- date before
-- $1: "2026-01-01"
(row.date < $1::date)

-- date after
-- $1: "2026-01-01"
(row.date > $1::date)

-- date between
-- $1: "2026-01-01"
-- $2: "2026-12-31"
(row.date between $1::date and $2::date)

-- accountId is
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(row.account_id = $1::uuid)

-- accountId is_not
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(coalesce(row.account_id <> $1::uuid, true))

-- accountId one_of
-- $1: ["019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04","019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d05"]
(row.account_id = any($1::uuid[]))

-- type is
-- $1: "expense"
(row.type = $1::text)

-- type is_not
-- $1: "expense"
(coalesce(row.type <> $1::text, true))

-- type one_of
-- $1: ["expense","transfer"]
(row.type = any($1::text[]))

-- currency is
-- $1: "MXN"
(row.currency = $1::text)

-- currency is_not
-- $1: "MXN"
(coalesce(row.currency <> $1::text, true))

-- currency one_of
-- $1: ["MXN","USD"]
(row.currency = any($1::text[]))

-- tag is
-- $1: ["viaje"]
-- $2: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(row.tag_ids && (select ledger_tag_ids($2::uuid, $1::text[])))

-- tag is_not
-- $1: ["viaje"]
-- $2: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(coalesce(not (row.tag_ids && (select ledger_tag_ids($2::uuid, $1::text[]))), true))

-- tag one_of
-- $1: ["viaje","Café"]
-- $2: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(row.tag_ids && (select ledger_tag_ids($2::uuid, $1::text[])))

-- category is_empty
(row.is_unfiled)

-- description matches uber *(eats|trip), before the search
-- $1: "uber"
(position($1::text in row.folded_description) > 0)

-- description matches ^(a|b)$, before the search
(row.folded_description is not null)

-- all of three conditions
-- $1: "Café"
-- $2: "MXN"
(coalesce(position(fold_text($1::text) in row.folded_notes) = 0, true) and coalesce(row.currency <> $2::text, true) and row.is_unfiled)

-- any of three conditions
-- $1: "Café"
-- $2: "MXN"
(coalesce(position(fold_text($1::text) in row.folded_notes) = 0, true) or coalesce(row.currency <> $2::text, true) or row.is_unfiled)
