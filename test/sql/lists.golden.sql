-- no filter
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- accountId
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
select the row from ((select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.account_id = $2 order by t.date desc,
  t.id desc limit 51) union all (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.to_account_id = $2 order by t.date desc,
  t.id desc limit 51)) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- categoryId
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and (t.category_id = any(array(
with recursive subtree as (
select c.id from ledger_categories c where c.workspace_id = $1 and c.id = $2
union all
select c.id from ledger_categories c join subtree on c.parent_id = subtree.id where c.workspace_id = $1)
select id from subtree)) or (t.split_count > 0 and exists (
select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.category_id = any(array(
with recursive subtree as (
select c.id from ledger_categories c where c.workspace_id = $1 and c.id = $2
union all
select c.id from ledger_categories c join subtree on c.parent_id = subtree.id where c.workspace_id = $1)
select id from subtree))))) order by t.date desc, t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- contactId
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and (t.contact_id = $2 or (t.split_count > 0 and exists (
select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.contact_id = $2))) order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- importId
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.import_id = $2 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- type
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "expense"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.type = $2 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- from, to
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-01-01"
-- $3: "2026-01-31"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.date >= $2::date and t.date <= $3::date order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- minAmount, maxAmount
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "1000"
-- $3: "2050"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and abs(t.amount) >= $2::bigint and abs(t.amount) <= $3::bigint order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- currency
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "USD"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.currency = $2 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- q
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "café"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and position(fold_text($2) in t.search_text) > 0 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- uncategorized
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and (
t.type in ('expense', 'income') and t.category_id is null
and (t.split_count = 0 or (t.split_count > 0 and exists (
select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.type = t.type and s.category_id is null)))) order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- uncategorized
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and not (
t.type in ('expense', 'income') and t.category_id is null
and (t.split_count = 0 or (t.split_count > 0 and exists (
select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.type = t.type and s.category_id is null)))) order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- tag
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "Viaje"
select the row from (select t.* from ledger_tag_entries e join ledger_transactions t
on t.workspace_id = $1 and t.id = e.transaction_id
and e.workspace_id = $1 and e.tag_id = (select g.id from ledger_tags g where g.workspace_id = $1 and g.folded_name = fold_text($2)) and e.live where t.workspace_id = $1 and t.deleted_at is null order by e.date desc,
  e.transaction_id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- untagged
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: true
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and (t.tag_ids is null) = $2::boolean order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- hasFile
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.file_count > 0 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- hasFile
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and t.file_count = 0 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- merchant
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "oxxo 123"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and ledger_merchant(split_part(t.search_text,
  E'\n',
  1)) = $2 order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- updatedSince
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-02-01T00:00:00.000Z"
-- $3: "2026-02-01T00:00:00Z"
-- $4: "2026-01-01T00:00:00Z"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and (t.deleted_at is null or t.deleted_at > $2::timestamptz - interval '30 days') and t.updated_at < $3::timestamptz and t.updated_at >= $4::timestamptz order by t.updated_at ,
  t.id  limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.updated_at , t.id  limit 51

-- tag, updatedSince
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-02-01T00:00:00.000Z"
-- $3: "2026-02-01T00:00:00Z"
-- $4: "2026-01-01T00:00:00Z"
-- $5: "Viaje"
select the row from (select t.* from ledger_tag_entries e join ledger_transactions t
on t.workspace_id = $1 and t.id = e.transaction_id
and e.workspace_id = $1 and e.tag_id = (select g.id from ledger_tags g where g.workspace_id = $1 and g.folded_name = fold_text($5))  where t.workspace_id = $1 and (t.deleted_at is null or t.deleted_at > $2::timestamptz - interval '30 days') and t.updated_at < $3::timestamptz and t.updated_at >= $4::timestamptz order by t.updated_at ,
  t.id  limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.updated_at , t.id  limit 51

-- countsAs
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "expense"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and (t.base_amount is not null and (t.split_count = 0 and t.type in ('expense',
  'income') and coalesce((
select c.kind from ledger_categories c where c.workspace_id = $1 and c.id = t.category_id), t.type) = $2 or (t.split_count > 0 and exists (
select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.type in ('expense',
  'income') and coalesce((
select c.kind from ledger_categories c where c.workspace_id = $1 and c.id = s.category_id),
  s.type) = $2)))) order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51

-- countsAs, categoryId, contactId, minAmount, uncategorized
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "income"
-- $3: "019aa0c2-0000-7000-8000-000000000001"
-- $4: "019aa0c2-0000-7000-8000-000000000001"
-- $5: "100"
-- $6: "100"
select the row from (select t.* from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null and (t.base_amount is not null and (t.split_count = 0 and t.type in ('expense',
  'income') and coalesce((
select c.kind from ledger_categories c where c.workspace_id = $1 and c.id = t.category_id), t.type) = $2 and t.category_id = any(array(
with recursive subtree as (
select c.id from ledger_categories c where c.workspace_id = $1 and c.id = $3
union all
select c.id from ledger_categories c join subtree on c.parent_id = subtree.id where c.workspace_id = $1)
select id from subtree)) and t.contact_id = $4 and abs(t.amount) >= $5::bigint and t.category_id is not null or (t.split_count > 0 and exists (
select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and s.type in ('expense',
  'income') and coalesce((
select c.kind from ledger_categories c where c.workspace_id = $1 and c.id = s.category_id), s.type) = $2 and s.category_id = any(array(
with recursive subtree as (
select c.id from ledger_categories c where c.workspace_id = $1 and c.id = $3
union all
select c.id from ledger_categories c join subtree on c.parent_id = subtree.id where c.workspace_id = $1)
select id from subtree)) and s.contact_id = $4 and abs(s.amount) >= $6::bigint and s.category_id is not null)))) order by t.date desc,
  t.id desc limit 51) t
left join ledger_categories category
on category.workspace_id = t.workspace_id and category.id = t.category_id order by t.date desc, t.id desc limit 51
