-- new rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
-- $3: ["019aa0c2-0000-7000-8000-000000000002","019aa0c2-0000-7000-8000-000000000003"]
-- $4: ["019aa0c2-0000-7000-8000-000000000004",null]
-- $5: ["Uber",null]
-- $6: ["transporte","dólares"]
-- $7: ["Viaje",null]
-- $8: ["019aa0c2-0000-7000-8000-000000000005",null]
-- $9: ["Viaje",null]
-- $10: [true,false]
-- $11: "UBER"
-- $12: "USD"
-- $13: "2026-02-01T00:00:00.000Z"
-- $14: "2026-02-01T00:00:00.000Z"
-- $15: "2026-02-01T00:00:00.000Z"
with outcome as materialized (
with rule as materialized (
select * from unnest($3::uuid[],
  $4::uuid[],
  $5::text[],
  $6::text[],
  $7::text[],
  $8::uuid[],
  $9::text[],
  $10::boolean[]) with ordinality as r (rule_id,
  category_id,
  description,
  note,
  tag,
  tag_id,
  tag_name,
  stops,
  n)
), input_row as materialized (select * from came_in
), seen as materialized (
select e.id, e.category_id as category_now, e.category_source as category_source_now,
e.description as description_now, e.notes as notes_now, coalesce(e.tag_ids, '{}') as tags_now,
e.type in ('expense', 'income') as eligible,
e.type in ('expense', 'income') and e.split_count = 0 and not e.is_chosen as may_file,
array_remove(array[case when (position(fold_text($11::text) in e.folded_description) > 0) then 1 end,
  case when (e.currency = $12::text) then 2 end]::int[],
  null) as hits
from input_row e
), action_outcome as (
select *,
case when category_id is null then null when stopped then 'stopped' when not may_file then 'passed_over'
when n > first_category then 'lost' when category_id = category_now then 'already_so'
else 'applied' end as category_outcome,
case when description is null then null when stopped then 'stopped' when not eligible then 'passed_over'
when n > first_description then 'lost' when description = description_now then 'already_so'
else 'applied' end as description_outcome,
case when note is null then null when stopped then 'stopped' when not eligible then 'passed_over'
when coalesce(length(nullif(notes_now, '')), -1) + letters > 2000 then 'passed_over'
else 'applied' end as notes_outcome,
case when tag_id is null then null when stopped then 'stopped' when not eligible then 'passed_over'
when tag_id = any(tags_now || tags_before) then 'already_so'
when (select count(distinct tag) from unnest(tags_now || tags_before) as tag) >= 20 then 'passed_over'
else 'applied' end as tag_outcome
from (
select *,
min(n) filter (where category_id is not null and not stopped) over of_row as first_category,
min(n) filter (where description is not null and not stopped) over of_row as first_description,
sum(length(note) + 1) filter (where not stopped) over (of_row order by n) as letters,
array_agg(tag_id) filter (where tag_id is not null and not stopped)
over (of_row order by n rows between unbounded preceding and 1 preceding) as tags_before
from (
select s.id, s.eligible, s.may_file, s.category_now, s.category_source_now, s.description_now, s.notes_now, s.tags_now, rule.*,
coalesce(bool_or(rule.stops)
over (partition by s.id order by rule.n rows between unbounded preceding and 1 preceding), false) as stopped
from seen s cross join lateral unnest(s.hits) as hit join rule on rule.n = hit) matched
window of_row as (partition by id)) hit
), combined as (
select id, category_now, category_source_now, description_now, notes_now,
(array_agg(category_id order by n) filter (where category_outcome = 'applied'))[1] as category_id,
(array_agg(description order by n) filter (where description_outcome = 'applied'))[1] as description,
string_agg(note, E'\n' order by n) filter (where notes_outcome = 'applied') as lines,
array_agg(tag_id order by n) filter (where tag_outcome = 'applied') as added_tag_ids,
array_agg(tag_name order by n) filter (where tag_outcome = 'applied') as added_tags,
array_agg(rule_id order by n) filter (where not stopped) as rule_ids,
jsonb_agg(jsonb_build_object('place', n, 'ruleId', rule_id, 'effects', jsonb_strip_nulls(jsonb_build_object(
'set_category', case when category_id is not null then jsonb_build_array(category_id, category_outcome) end,
'set_description', case when description is not null then jsonb_build_array(description, description_outcome) end,
'append_notes', case when note is not null then jsonb_build_array(note, notes_outcome) end,
'add_tag', case when tag_id is not null then jsonb_build_array(tag, tag_outcome) end))) order by n) as effects
from action_outcome group by id, category_now, category_source_now, description_now, notes_now)
select id, category_now as category_id_before, category_source_now as category_source_before,
description_now as description_before, notes_now as notes_before,
coalesce(category_id, category_now) as category_id,
case when category_id is not null then 'rule' else category_source_now end as category_source,
coalesce(description, description_now) as description,
case when lines is null then notes_now else concat_ws(E'\n', nullif(notes_now, ''), lines) end as notes,
added_tag_ids, added_tags, rule_ids, effects
from combined
), changed as (
insert into categorising_changes (workspace_id, run_id, transaction_id, category_id_before, category_source_before,
description_before, notes_before, category_id, category_source, description, notes, added_tag_ids)
select $1::uuid, $2::uuid, o.id, o.category_id_before, o.category_source_before, o.description_before,
o.notes_before, o.category_id, o.category_source, o.description, o.notes, o.added_tag_ids
from outcome o where (o.category_id, o.category_source, o.description, o.notes) is distinct from
(o.category_id_before, o.category_source_before, o.description_before, o.notes_before) or o.added_tag_ids is not null
returning transaction_id
), recorded_effects as (
insert into categorising_effects (workspace_id, transaction_id, run_id, place, rule_id, effects, ran_at)
select $1::uuid, o.id, $2::uuid, (effect->>'place')::smallint, (effect->>'ruleId')::uuid, effect->'effects',
$13::timestamptz
from outcome o cross join lateral jsonb_array_elements(o.effects) effect
where (o.category_id, o.category_source, o.description, o.notes) is distinct from
(o.category_id_before, o.category_source_before, o.description_before, o.notes_before) or o.added_tag_ids is not null
), stale as (
-- Updates a rule at most once a minute and skips locked rules. Otherwise, new transactions would wait for one
-- row.
select r.id from categorising_rules r
where r.workspace_id = $1::uuid and r.id in (select unnest(rule_ids) from outcome)
and (r.last_matched_at is null or r.last_matched_at < $14::timestamptz - interval '1 minute')
for no key update skip locked
), updated_rules as (
update categorising_rules r set last_matched_at = $15::timestamptz
from stale where r.workspace_id = $1::uuid and r.id = stale.id)
select (select count(*)::int from outcome) as matched,
coalesce((select array_agg(transaction_id) from changed), '{}') as changed

-- all rows, chosen categories too, each effect noted
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
-- $3: ["019aa0c2-0000-7000-8000-000000000002","019aa0c2-0000-7000-8000-000000000003"]
-- $4: ["019aa0c2-0000-7000-8000-000000000004",null]
-- $5: ["Uber",null]
-- $6: ["transporte","dólares"]
-- $7: ["Viaje",null]
-- $8: ["019aa0c2-0000-7000-8000-000000000005",null]
-- $9: ["Viaje",null]
-- $10: [true,false]
-- $11: "UBER"
-- $12: "USD"
-- $13: "2026-02-01T00:00:00.000Z"
-- $14: "2026-02-01T00:00:00.000Z"
-- $15: "2026-02-01T00:00:00.000Z"
with outcome as materialized (
with rule as materialized (
select * from unnest($3::uuid[],
  $4::uuid[],
  $5::text[],
  $6::text[],
  $7::text[],
  $8::uuid[],
  $9::text[],
  $10::boolean[]) with ordinality as r (rule_id,
  category_id,
  description,
  note,
  tag,
  tag_id,
  tag_name,
  stops,
  n)
), input_row as materialized (select * from came_in
), seen as materialized (
select e.id, e.category_id as category_now, e.category_source as category_source_now,
e.description as description_now, e.notes as notes_now, coalesce(e.tag_ids, '{}') as tags_now,
e.type in ('expense', 'income') as eligible,
e.type in ('expense', 'income') and e.split_count = 0 and true as may_file,
array_remove(array[case when (position(fold_text($11::text) in e.folded_description) > 0) then 1 end,
  case when (e.currency = $12::text) then 2 end]::int[],
  null) as hits
from input_row e
), action_outcome as (
select *,
case when category_id is null then null when stopped then 'stopped' when not may_file then 'passed_over'
when n > first_category then 'lost' when category_id = category_now then 'already_so'
else 'applied' end as category_outcome,
case when description is null then null when stopped then 'stopped' when not eligible then 'passed_over'
when n > first_description then 'lost' when description = description_now then 'already_so'
else 'applied' end as description_outcome,
case when note is null then null when stopped then 'stopped' when not eligible then 'passed_over'
when position(E'\n' || note || E'\n' in E'\n' || notes_now || E'\n') > 0 then 'already_so'
when coalesce(length(nullif(notes_now, '')), -1) + letters > 2000 then 'passed_over'
else 'applied' end as notes_outcome,
case when tag_id is null then null when stopped then 'stopped' when not eligible then 'passed_over'
when tag_id = any(tags_now || tags_before) then 'already_so'
when (select count(distinct tag) from unnest(tags_now || tags_before) as tag) >= 20 then 'passed_over'
else 'applied' end as tag_outcome
from (
select *,
min(n) filter (where category_id is not null and not stopped) over of_row as first_category,
min(n) filter (where description is not null and not stopped) over of_row as first_description,
sum(length(note) + 1) filter (where not stopped) over (of_row order by n) as letters,
array_agg(tag_id) filter (where tag_id is not null and not stopped)
over (of_row order by n rows between unbounded preceding and 1 preceding) as tags_before
from (
select s.id, s.eligible, s.may_file, s.category_now, s.category_source_now, s.description_now, s.notes_now, s.tags_now, rule.*,
coalesce(bool_or(rule.stops)
over (partition by s.id order by rule.n rows between unbounded preceding and 1 preceding), false) as stopped
from seen s cross join lateral unnest(s.hits) as hit join rule on rule.n = hit) matched
window of_row as (partition by id)) hit
), combined as (
select id, category_now, category_source_now, description_now, notes_now,
(array_agg(category_id order by n) filter (where category_outcome = 'applied'))[1] as category_id,
(array_agg(description order by n) filter (where description_outcome = 'applied'))[1] as description,
string_agg(note, E'\n' order by n) filter (where notes_outcome = 'applied') as lines,
array_agg(tag_id order by n) filter (where tag_outcome = 'applied') as added_tag_ids,
array_agg(tag_name order by n) filter (where tag_outcome = 'applied') as added_tags,
array_agg(rule_id order by n) filter (where not stopped) as rule_ids,
jsonb_agg(jsonb_build_object('place', n, 'ruleId', rule_id, 'effects', jsonb_strip_nulls(jsonb_build_object(
'set_category', case when category_id is not null then jsonb_build_array(category_id, category_outcome) end,
'set_description', case when description is not null then jsonb_build_array(description, description_outcome) end,
'append_notes', case when note is not null then jsonb_build_array(note, notes_outcome) end,
'add_tag', case when tag_id is not null then jsonb_build_array(tag, tag_outcome) end))) order by n) as effects
from action_outcome group by id, category_now, category_source_now, description_now, notes_now)
select id, category_now as category_id_before, category_source_now as category_source_before,
description_now as description_before, notes_now as notes_before,
coalesce(category_id, category_now) as category_id,
case when category_id is not null then 'rule' else category_source_now end as category_source,
coalesce(description, description_now) as description,
case when lines is null then notes_now else concat_ws(E'\n', nullif(notes_now, ''), lines) end as notes,
added_tag_ids, added_tags, rule_ids, effects
from combined
), changed as (
insert into categorising_changes (workspace_id, run_id, transaction_id, category_id_before, category_source_before,
description_before, notes_before, category_id, category_source, description, notes, added_tag_ids)
select $1::uuid, $2::uuid, o.id, o.category_id_before, o.category_source_before, o.description_before,
o.notes_before, o.category_id, o.category_source, o.description, o.notes, o.added_tag_ids
from outcome o where (o.category_id, o.category_source, o.description, o.notes) is distinct from
(o.category_id_before, o.category_source_before, o.description_before, o.notes_before) or o.added_tag_ids is not null
returning transaction_id
), recorded_effects as (
insert into categorising_effects (workspace_id, transaction_id, run_id, place, rule_id, effects, ran_at)
select $1::uuid, o.id, $2::uuid, (effect->>'place')::smallint, (effect->>'ruleId')::uuid, effect->'effects',
$13::timestamptz
from outcome o cross join lateral jsonb_array_elements(o.effects) effect
where true
), stale as (
-- Updates a rule at most once a minute and skips locked rules. Otherwise, new transactions would wait for one
-- row.
select r.id from categorising_rules r
where r.workspace_id = $1::uuid and r.id in (select unnest(rule_ids) from outcome)
and (r.last_matched_at is null or r.last_matched_at < $14::timestamptz - interval '1 minute')
for no key update skip locked
), updated_rules as (
update categorising_rules r set last_matched_at = $15::timestamptz
from stale where r.workspace_id = $1::uuid and r.id = stale.id)
select (select count(*)::int from outcome) as matched,
coalesce((select array_agg(transaction_id) from changed), '{}') as changed

-- its changes
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-0000-7000-8000-000000000001"
-- $3: ["019aa0c2-0000-7000-8000-000000000002"]
select c.transaction_id as id, c.category_id, c.category_source, c.description, c.notes, c.category_id_before,
c.category_source_before, c.description_before, c.notes_before, c.added_tag_ids, null::uuid[] as removed_tag_ids
from categorising_changes c
where c.workspace_id = $1::uuid and c.run_id = $2::uuid
and c.transaction_id = any($3::uuid[])

-- its changes back
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $3: "019aa0c2-0000-7000-8000-000000000001"
select * from (
select t.id,
  case when c.category_id is not distinct from t.category_id and c.category_source is not distinct from t.category_source then c.category_id_before else t.category_id end as category_id,
case when c.category_id is not distinct from t.category_id and c.category_source is not distinct from t.category_source then c.category_source_before else t.category_source end as category_source,
case when c.description is not distinct from t.description then c.description_before else t.description end as description,
  case when c.notes is not distinct from t.notes then c.notes_before else t.notes end as notes,
t.category_id as category_id_before, t.category_source as category_source_before,
t.description as description_before, t.notes as notes_before, null::uuid[] as added_tag_ids,
case when c.added_tag_ids && t.tag_ids then c.added_tag_ids end as removed_tag_ids
from categorising_changes c
join ledger_live_transactions($1::uuid) t on t.id = c.transaction_id
where c.workspace_id = $2::uuid and c.run_id = $3::uuid) b
where (category_id, category_source, description, notes) is distinct from
(category_id_before, category_source_before, description_before, notes_before) or removed_tag_ids is not null
