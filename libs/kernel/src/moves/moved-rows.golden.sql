-- parents: staging
create temporary table incoming_parents on commit drop as select t."id", t."workspace_id", t."name" from parents t with no data;
grant select on incoming_parents to centavo_mover;

-- parents: all rows
select t."id", t."workspace_id", t."name" from parents t where t.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'

-- parents: deletion
delete from parents t where t.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'

-- parents: insertion
insert into parents ("id", "workspace_id", "name") overriding system value select "id", "workspace_id", "name" from incoming_parents

-- parents: checksum of all rows
select count(*) as rows, coalesce(sum(hashtextextended(row(t."id", t."workspace_id", t."name")::text, 0)), 0)::text as sum
from parents t where t.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'

-- parents: changed rows
select t."id", t."workspace_id", t."name" from parents t join (
select distinct k.id
from kernel_changes c cross join lateral jsonb_populate_record(null::parents, c.key) k
where c.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' and c.table_name = 'parents') k on t.id = k.id

-- parents: removal
delete from parents t using jsonb_populate_recordset(null::parents,
  '[{"id": "019aa0c2-0000-7000-8000-000000000001"}]') k where t.id = k.id and not exists (select from incoming_parents i where i.id = k.id)

-- parents: replacement
insert into parents ("id",
  "workspace_id",
  "name") overriding system value select "id",
  "workspace_id",
  "name" from incoming_parents on conflict (id) do update set "workspace_id" = excluded."workspace_id",
  "name" = excluded."name"

-- children: staging
create temporary table incoming_children on commit drop as select t."parent_id", t."place", t."order" from children t with no data;
grant select on incoming_children to centavo_mover;

-- children: all rows
select t."parent_id", t."place", t."order" from children t where t.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'

-- children: deletion
delete from children t where t.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'

-- children: insertion
insert into children ("parent_id", "place", "order") overriding system value select "parent_id", "place", "order" from incoming_children

-- children: checksum of all rows
select count(*) as rows, coalesce(sum(hashtextextended(row(t."parent_id", t."place", t."order")::text, 0)), 0)::text as sum
from children t where t.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'

-- children: changed rows
select t."parent_id", t."place", t."order" from children t join (
select distinct k.parent_id, k.place
from kernel_changes c cross join lateral jsonb_populate_record(null::children, c.key) k
where c.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' and c.table_name = 'children') k on t.parent_id = k.parent_id and t.place = k.place

-- children: removal
delete from children t using jsonb_populate_recordset(null::children,
  '[{"place": "el d''or",
  "parent_id": "019aa0c2-0000-7000-8000-000000000001"}]') k where t.parent_id = k.parent_id and t.place = k.place

-- children: replacement
insert into children ("parent_id", "place", "order") overriding system value select "parent_id", "place", "order" from incoming_children

-- checksum of changed rows at the source
select sum(rows) as rows, sum(sum::numeric)::text as sum from (
select count(*) as rows, coalesce(sum(hashtextextended(row(t."id", t."workspace_id", t."name")::text, 0)), 0)::text as sum
from parents t join (
select distinct k.id
from kernel_changes c cross join lateral jsonb_populate_record(null::parents, c.key) k
where c.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' and c.table_name = 'parents') k on t.id = k.id union all
select count(*) as rows, coalesce(sum(hashtextextended(row(t."parent_id", t."place", t."order")::text, 0)), 0)::text as sum
from children t join (
select distinct k.parent_id, k.place
from kernel_changes c cross join lateral jsonb_populate_record(null::children, c.key) k
where c.workspace_id = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' and c.table_name = 'children') k on t.parent_id = k.parent_id and t.place = k.place) c

-- checksum of changed rows at the target
select sum(rows) as rows, sum(sum::numeric)::text as sum from (
select count(*) as rows, coalesce(sum(hashtextextended(row(t."id", t."workspace_id", t."name")::text, 0)), 0)::text as sum
from parents t join jsonb_populate_recordset(null::parents, '[{"id": "019aa0c2-0000-7000-8000-000000000001"}]') k on t.id = k.id union all
select count(*) as rows, coalesce(sum(hashtextextended(row(t."parent_id", t."place", t."order")::text, 0)), 0)::text as sum
from children t join jsonb_populate_recordset(null::children,
  '[{"place": "el d''or",
  "parent_id": "019aa0c2-0000-7000-8000-000000000001"}]') k on t.parent_id = k.parent_id and t.place = k.place) c
