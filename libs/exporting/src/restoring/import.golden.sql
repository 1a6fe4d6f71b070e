-- sections in use
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
select 'members' as section where exists (select from identity_members where workspace_id = $1)
union all select 'exchangeRates' as section where exists (select from fx_own_rates where workspace_id = $1)
union all select 'contacts' as section where exists (select from contacts_contacts where workspace_id = $1)
union all select 'accounts' as section where exists (select from ledger_accounts where workspace_id = $1)
union all select 'categories' as section where exists (select from ledger_categories where workspace_id = $1)
union all select 'tags' as section where exists (select from ledger_tags where workspace_id = $1)
union all select 'transactions' as section where exists (select from ledger_transactions where workspace_id = $1)
union all select 'splits' as section where exists (select from ledger_splits where workspace_id = $1)
union all select 'books' as section where exists (select from ledger_books where workspace_id = $1)
union all select 'bookExceptions' as section where exists (select from ledger_book_exceptions where workspace_id = $1)
union all select 'assertions' as section where exists (select from ledger_assertions where workspace_id = $1)
union all select 'budgets' as section where exists (select from budgeting_budgets where workspace_id = $1)
union all select 'budgetAmounts' as section where exists (select from budgeting_amounts where workspace_id = $1)
union all select 'rules' as section where exists (select from categorising_rules where workspace_id = $1)
union all select 'ruleRuns' as section where exists (select from categorising_runs where workspace_id = $1)
union all select 'ruleChanges' as section where exists (select from categorising_changes where workspace_id = $1)
union all select 'ruleEffects' as section where exists (select from categorising_effects where workspace_id = $1)
union all select 'files' as section where exists (select from files_files where workspace_id = $1)
union all select 'fileLinks' as section where exists (select from files_links where workspace_id = $1)
union all select 'imports' as section where exists (select from importing_imports where workspace_id = $1)
union all select 'importRows' as section where exists (select from importing_rows where workspace_id = $1)
union all select 'importMappings' as section where exists (select from importing_mappings where workspace_id = $1)
union all select 'schedules' as section where exists (select from planning_schedules where workspace_id = $1)
union all select 'occurrences' as section where exists (select from planning_occurrences where workspace_id = $1)
union all select 'trashedOccurrences' as section where exists (select from planning_trashed_occurrences where workspace_id = $1)
union all select 'dismissedSuggestions' as section where exists (select from planning_dismissed_suggestions where workspace_id = $1)
union all select 'cardStatements' as section where exists (select from cards_statements where workspace_id = $1)
union all select 'installments' as section where exists (select from cards_installments where workspace_id = $1)
union all select 'goals' as section where exists (select from goals_goals where workspace_id = $1)
union all select 'goalMoves' as section where exists (select from goals_moves where workspace_id = $1)
union all select 'tandas' as section where exists (select from goals_tandas where workspace_id = $1)
union all select 'tandaRounds' as section where exists (select from goals_rounds where workspace_id = $1)
union all select 'taxpayers' as section where exists (select from invoicing_taxpayers where workspace_id = $1)
union all select 'invoices' as section where exists (select from invoicing_invoices where workspace_id = $1)
union all select 'invoiceLinks' as section where exists (select from invoicing_links where workspace_id = $1)
union all select 'settlements' as section where exists (select from household_settlements where workspace_id = $1)

-- workspace, update
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
update workspace_workspaces t set name = r."name", base_currency = r."baseCurrency", plan = r."plan", created_at = r."createdAt"
from json_to_recordset($2::json) as r ("name" text, "baseCurrency" text, "plan" text, "createdAt" timestamptz)
where t.id = $1 and t.plan = r."plan" returning t.id

-- members, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into identity_members (workspace_id, id, name, joined_at, role, left_at)
select $1::uuid, r."id", r."name", r."joinedAt", 'viewer', now()
from json_to_recordset($2::json) as r ("id" uuid, "name" text, "joinedAt" timestamptz)

-- exchangeRates, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into fx_own_rates (workspace_id, quote, base, day, rate, set_at)
select $1::uuid, r."quote", r."base", r."date", r."rate" * 100000000, r."setAt"
from json_to_recordset($2::json) as r ("quote" text, "base" text, "date" date, "rate" numeric, "setAt" timestamptz)

-- contacts, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into contacts_contacts (workspace_id, id, name, email, archived_at, created_at)
select $1::uuid, r."id", r."name", r."email", r."archivedAt", r."createdAt"
from json_to_recordset($2::json) as r ("id" uuid, "name" text, "email" text, "archivedAt" timestamptz, "createdAt" timestamptz)

-- accounts, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_accounts (workspace_id,
  id,
  name,
  type_key,
  kind,
  bank,
  currency,
  opening_position,
  opening_date,
  fx_mode,
  fixed_rate,
  apy,
  alert_threshold,
  card_credit_limit,
  card_cut_off_day,
  card_payment_days,
  card_pay_from_id,
  status,
  created_at,
  updated_at,
  position)
select $1::uuid,
  r."id",
  r."name",
  r."typeKey",
  r."kind",
  r."bank",
  r."currency",
  case r.kind when 'liability' then -r."openingBalance" else r."openingBalance" end * 100,
  r."openingDate",
  r."fxMode",
  r."fixedRate" * 100000000,
  r."apy",
  r."alertThreshold" * 100,
  r."cardCreditLimit" * 100,
  r."cardCutOffDay",
  r."cardPaymentDays",
  r."cardPayFromAccountId",
  r."status",
  r."createdAt",
  r."updatedAt",
  0
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "typeKey" text,
  "kind" text,
  "bank" text,
  "currency" text,
  "openingBalance" numeric,
  "openingDate" date,
  "fxMode" text,
  "fixedRate" numeric,
  "apy" text,
  "alertThreshold" numeric,
  "cardCreditLimit" numeric,
  "cardCutOffDay" integer,
  "cardPaymentDays" integer,
  "cardPayFromAccountId" uuid,
  "status" text,
  "createdAt" timestamptz,
  "updatedAt" timestamptz)

-- accounts, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.card_pay_from_id::text as id, 'cardPayFromAccountId refers to a missing row of accounts' as because from ledger_accounts t
where t.workspace_id = $1 and t.card_pay_from_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.card_pay_from_id) limit 1)

-- categories, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_categories (workspace_id, id, name, parent_id, kind, archived_at, created_at)
select $1::uuid, r."id", r."name", r."parentId", r."kind", r."archivedAt", r."createdAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "parentId" uuid,
  "kind" text,
  "archivedAt" timestamptz,
  "createdAt" timestamptz)

-- categories, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select broken.id::text, 'a category is its own ancestor or has a parent of another kind' as because from (
with recursive tree as (
select id, kind from ledger_categories where workspace_id = $1 and parent_id is null
union all
select c.id, c.kind from tree
join ledger_categories c on c.workspace_id = $1 and c.parent_id = tree.id and c.kind = tree.kind)
select c.id from ledger_categories c where c.workspace_id = $1 and not exists (select from tree where tree.id = c.id)) broken limit 1)

-- tags, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_tags (workspace_id, id, name)
select $1::uuid, r."id", r."name"
from json_to_recordset($2::json) as r ("id" uuid, "name" text)

-- tags, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select broken.id::text, 'a transaction has a tag that does not exist' as because from (
select t.id from ledger_transactions t cross join unnest(t.tag_ids) as tag (id)
where t.workspace_id = $1 and not exists (
select from ledger_tags g where g.workspace_id = $1 and g.id = tag.id)) broken limit 1)

-- transactions, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_transactions (workspace_id,
  id,
  account_id,
  type,
  date,
  description,
  notes,
  amount,
  currency,
  category_id,
  category_source,
  contact_id,
  to_account_id,
  to_amount,
  to_currency,
  tag_ids,
  external_id,
  goal_id,
  paid_by,
  share_member_ids,
  import_id,
  import_row,
  imported_description,
  created_at,
  updated_at,
  deleted_at,
  signed_amount,
  share_amounts,
  share_weights,
  to_rate)
select $1::uuid,
  r."id",
  r."accountId",
  r."type",
  r."date",
  r."description",
  r."notes",
  r."amount" * 100,
  r."currency",
  r."categoryId",
  r."filedBy",
  r."contactId",
  r."toAccountId",
  r."toAmount" * 100,
  r."toCurrency",
  r."tagIds",
  r."externalId",
  r."goalId",
  r."paidBy",
  (
select case when count(share ->> 'memberId') > 0 then array_agg((share ->> 'memberId')::uuid order by n) end
from json_array_elements(r.shares) with ordinality as one (share,
  n)),
  r."importId",
  r."importRow",
  r."importedDescription",
  r."createdAt",
  r."updatedAt",
  r."deletedAt",
  case
when r."accountId" is null then 0
when r.type in ('expense', 'transfer', 'lent', 'repayment_made') then -(r.amount * 100)
else (r.amount * 100) end, (
select case when count((share ->> 'amount')::numeric * 100) > 0 then array_agg(((share ->> 'amount')::numeric * 100)::bigint order by n) end
from json_array_elements(r.shares) with ordinality as one (share, n)), (
select case when count(share ->> 'weight') > 0 then array_agg((share ->> 'weight')::smallint order by n) end
from json_array_elements(r.shares) with ordinality as one (share,
  n)),
  divide_half_even(r."toAmount" * 10000000000,
  r.amount * 100) * 0.00000001
from json_to_recordset($2::json) as r ("id" uuid,
  "accountId" uuid,
  "type" text,
  "date" date,
  "description" text,
  "notes" text,
  "amount" numeric,
  "currency" text,
  "categoryId" uuid,
  "filedBy" text,
  "contactId" uuid,
  "toAccountId" uuid,
  "toAmount" numeric,
  "toCurrency" text,
  "tagIds" uuid[],
  "externalId" text,
  "goalId" uuid,
  "paidBy" uuid,
  "shares" json,
  "importId" uuid,
  "importRow" integer,
  "importedDescription" text,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  "deletedAt" timestamptz)

-- transactions, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.contact_id::text as id, 'contactId refers to a missing row of contacts' as because from ledger_transactions t
where t.workspace_id = $1 and t.contact_id is not null and not exists (
select from contacts_contacts o where o.workspace_id = $1 and o.id = t.contact_id) limit 1)
union all
(select t.goal_id::text as id, 'goalId refers to a missing row of goals' as because from ledger_transactions t
where t.workspace_id = $1 and t.goal_id is not null and not exists (
select from goals_goals o where o.workspace_id = $1 and o.id = t.goal_id) limit 1)
union all
(select t.paid_by::text as id, 'paidBy refers to a missing row of members' as because from ledger_transactions t
where t.workspace_id = $1 and t.paid_by is not null and not exists (
select from identity_members o where o.workspace_id = $1 and o.id = t.paid_by) limit 1)
union all (select broken.id::text,
  'a transaction is not in the currency of its account,
  moves money to the same account,
  or has a share of an unknown member' as because from (
select t.id from ledger_transactions t join ledger_accounts a on a.workspace_id = t.workspace_id
and a.id in (t.account_id, t.to_account_id)
where t.workspace_id = $1
and (a.currency <> case a.id when t.account_id then t.currency else t.to_currency end
or t.account_id = t.to_account_id)
union all
select t.id from ledger_transactions t where t.workspace_id = $1 and t.share_member_ids is not null
and not t.share_member_ids <@ array(select m.id from identity_all_members($1) m)) broken limit 1)

-- splits, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_splits (workspace_id, transaction_id, ordinal, type, amount, category_id, contact_id, notes)
select $1::uuid, r."transactionId", r."ordinal", r."type", r."amount" * 100, r."categoryId", r."contactId", r."notes"
from json_to_recordset($2::json) as r ("transactionId" uuid,
  "ordinal" integer,
  "type" text,
  "amount" numeric,
  "categoryId" uuid,
  "contactId" uuid,
  "notes" text)

-- splits, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.contact_id::text as id, 'contactId refers to a missing row of contacts' as because from ledger_splits t
where t.workspace_id = $1 and t.contact_id is not null and not exists (
select from contacts_contacts o where o.workspace_id = $1 and o.id = t.contact_id) limit 1)

-- books, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_books (workspace_id, closed_through, updated_at)
select $1::uuid, r."closedThrough", r."updatedAt"
from json_to_recordset($2::json) as r ("closedThrough" date, "updatedAt" timestamptz)

-- bookExceptions, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_book_exceptions (workspace_id, id, at, actor_kind, actor_id, action, transaction_ids, request_id)
select $1::uuid, r."id", r."at", r."actorKind", r."actorId", r."action", r."transactionIds", r."requestId"
from json_to_recordset($2::json) as r ("id" uuid,
  "at" timestamptz,
  "actorKind" text,
  "actorId" uuid,
  "action" text,
  "transactionIds" uuid[],
  "requestId" text)

-- assertions, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into ledger_assertions (workspace_id,
  id,
  account_id,
  date,
  balance,
  note,
  import_id,
  since,
  actual_then,
  broken_since,
  created_at,
  updated_at)
select $1::uuid,
  r."id",
  r."accountId",
  r."date",
  r."balance" * 100,
  r."note",
  r."importId",
  r."since",
  r."actualThen" * 100,
  r."brokenSince",
  r."createdAt",
  r."updatedAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "accountId" uuid,
  "date" date,
  "balance" numeric,
  "note" text,
  "importId" uuid,
  "since" timestamptz,
  "actualThen" numeric,
  "brokenSince" timestamptz,
  "createdAt" timestamptz,
  "updatedAt" timestamptz)

-- assertions, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.import_id::text as id, 'importId refers to a missing row of imports' as because from ledger_assertions t
where t.workspace_id = $1 and t.import_id is not null and not exists (
select from importing_imports o where o.workspace_id = $1 and o.id = t.import_id) limit 1)

-- budgets, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into budgeting_budgets (workspace_id,
  id,
  category_id,
  type,
  repeat,
  start_date,
  repeat_until,
  rollover_since,
  account_id,
  created_at)
select $1::uuid,
  r."id",
  r."categoryId",
  r."type",
  r."repeat",
  r."startDate",
  r."repeatUntil",
  r."rolloverSince",
  r."accountId",
  r."createdAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "categoryId" uuid,
  "type" text,
  "repeat" text,
  "startDate" date,
  "repeatUntil" date,
  "rolloverSince" date,
  "accountId" uuid,
  "createdAt" timestamptz)

-- budgets, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.category_id::text as id, 'categoryId refers to a missing row of categories' as because from budgeting_budgets t
where t.workspace_id = $1 and t.category_id is not null and not exists (
select from ledger_categories o where o.workspace_id = $1 and o.id = t.category_id) limit 1)
union all
(select t.account_id::text as id, 'accountId refers to a missing row of accounts' as because from budgeting_budgets t
where t.workspace_id = $1 and t.account_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.account_id) limit 1)

-- budgetAmounts, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into budgeting_amounts (workspace_id, budget_id, since, amount)
select $1::uuid, r."budgetId", r."since", r."amount" * 100
from json_to_recordset($2::json) as r ("budgetId" uuid, "since" date, "amount" numeric)

-- rules, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into categorising_rules (workspace_id,
  id,
  name,
  enabled,
  priority,
  match,
  conditions,
  actions,
  stop_processing,
  created_at,
  updated_at,
  last_matched_at)
select $1::uuid,
  r."id",
  r."name",
  r."enabled",
  r."priority",
  r."match",
  r."conditions",
  r."actions",
  r."stopProcessing",
  r."createdAt",
  r."updatedAt",
  r."lastMatchedAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "enabled" boolean,
  "priority" integer,
  "match" text,
  "conditions" json,
  "actions" json,
  "stopProcessing" boolean,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  "lastMatchedAt" timestamptz)

-- rules, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select broken.id::text, 'the rules exceed the limit of 1000 conditions or 50000 characters in them' as because from (
select max(r.id::text) as id from categorising_rules r where r.workspace_id = $1
having sum(
(select sum(length(condition->>'value')) from jsonb_array_elements(r.conditions) as listed (condition))) > 50000
or sum(jsonb_array_length(r.conditions)) > 1000) broken limit 1)

-- ruleRuns, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into categorising_runs (workspace_id, id, rule_id, force, matched, changed, skipped, created_at, undone_at, restored, left_alone)
select $1::uuid,
  r."id",
  r."ruleId",
  r."force",
  r."matched",
  r."changed",
  r."skipped",
  r."createdAt",
  r."undoneAt",
  r."restored",
  r."leftAlone"
from json_to_recordset($2::json) as r ("id" uuid,
  "ruleId" uuid,
  "force" boolean,
  "matched" integer,
  "changed" integer,
  "skipped" integer,
  "createdAt" timestamptz,
  "undoneAt" timestamptz,
  "restored" integer,
  "leftAlone" integer)

-- ruleChanges, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into categorising_changes (workspace_id,
  run_id,
  transaction_id,
  category_id_before,
  category_source_before,
  description_before,
  notes_before,
  category_id,
  category_source,
  description,
  notes,
  added_tag_ids)
select $1::uuid,
  r."runId",
  r."transactionId",
  r."categoryIdBefore",
  r."categorySourceBefore",
  r."descriptionBefore",
  r."notesBefore",
  r."categoryId",
  r."categorySource",
  r."description",
  r."notes",
  r."addedTagIds"
from json_to_recordset($2::json) as r ("runId" uuid,
  "transactionId" uuid,
  "categoryIdBefore" uuid,
  "categorySourceBefore" text,
  "descriptionBefore" text,
  "notesBefore" text,
  "categoryId" uuid,
  "categorySource" text,
  "description" text,
  "notes" text,
  "addedTagIds" uuid[])

-- ruleEffects, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into categorising_effects (workspace_id, transaction_id, run_id, place, rule_id, effects, ran_at, undone)
select $1::uuid, r."transactionId", r."runId", r."place", r."ruleId", r."effects", r."ranAt", r."undone"
from json_to_recordset($2::json) as r ("transactionId" uuid,
  "runId" uuid,
  "place" integer,
  "ruleId" uuid,
  "effects" json,
  "ranAt" timestamptz,
  "undone" boolean)

-- files, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into files_files (workspace_id, id, name, media_type, size, sha256, source, created_at, updated_at, deleted_at)
select $1::uuid, r."id", r."name", r."mediaType", r."size", r."sha256", r."source", r."createdAt", r."updatedAt", r."deletedAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "mediaType" text,
  "size" integer,
  "sha256" text,
  "source" text,
  "createdAt" timestamptz,
  "updatedAt" timestamptz,
  "deletedAt" timestamptz)

-- fileLinks, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into files_links (workspace_id, file_id, target_id, kind)
select $1::uuid, r."fileId", r."targetId", r."kind"
from json_to_recordset($2::json) as r ("fileId" uuid, "targetId" uuid, "kind" text)

-- fileLinks, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select broken.id::text, 'a file belongs to a transaction that does not exist or to a draft' as because from (
select l.target_id as id from files_links l where l.workspace_id = $1 and (l.kind = 'draft'
or l.kind = 'transaction' and not exists (
select from ledger_kept_transactions($1, '-infinity') kept where kept.id = l.target_id))) broken limit 1)

-- imports, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into importing_imports (workspace_id,
  id,
  account_id,
  filename,
  status,
  parse_options,
  detected,
  mapping,
  remembered,
  columns,
  warnings,
  currency,
  layout,
  balance_sign,
  stated_opening,
  stated_closing,
  total,
  ready,
  errors,
  duplicates,
  excluded,
  ready_change,
  reconciliation,
  proof_facts,
  proof,
  card_statement,
  recorded_statement,
  created_categories,
  new_categories,
  balance_before,
  balance_after,
  transactions_created,
  transactions_removed,
  transaction_ids,
  accounts,
  undone,
  undone_total,
  created_at,
  committed_at,
  undone_at)
select $1::uuid,
  r."id",
  r."accountId",
  r."filename",
  r."status",
  r."given",
  r."detected",
  r."mapping",
  r."remembered",
  r."columns",
  coalesce(r.warnings,
  '[]'),
  r."currency",
  r."layout",
  r."balanceSign",
  r."statedOpening" * 100,
  r."statedClosing" * 100,
  r."total",
  r."ready",
  r."errors",
  r."duplicates",
  r."excluded",
  trunc(r."readyChange" * 100),
  r."reconciliation",
  r."proofFacts",
  r."proof",
  r."cardStatement",
  r."recordedStatement",
  r."createdCategories",
  r."newCategories",
  r."balanceBefore" * 100,
  r."balanceAfter" * 100,
  r."transactionsCreated",
  r."transactionsRemoved",
  r."transactionIds",
  r."accounts",
  r."undone",
  r."undoneTotal",
  r."createdAt",
  r."committedAt",
  r."undoneAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "accountId" uuid,
  "filename" text,
  "status" text,
  "given" json,
  "detected" json,
  "mapping" json,
  "remembered" json,
  "columns" json,
  "warnings" json,
  "currency" text,
  "layout" text,
  "balanceSign" integer,
  "statedOpening" numeric,
  "statedClosing" numeric,
  "total" integer,
  "ready" integer,
  "errors" integer,
  "duplicates" integer,
  "excluded" integer,
  "readyChange" numeric,
  "reconciliation" json,
  "proofFacts" json,
  "proof" json,
  "cardStatement" json,
  "recordedStatement" json,
  "createdCategories" uuid[],
  "newCategories" json,
  "balanceBefore" numeric,
  "balanceAfter" numeric,
  "transactionsCreated" integer,
  "transactionsRemoved" integer,
  "transactionIds" uuid[],
  "accounts" json,
  "undone" json,
  "undoneTotal" integer,
  "createdAt" timestamptz,
  "committedAt" timestamptz,
  "undoneAt" timestamptz)

-- imports, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select broken.id::text, 'a file belongs to an import that does not exist' as because from (
select l.target_id as id from files_links_of($1, 'import') l where not exists (
select from importing_imports i where i.workspace_id = $1 and i.id = l.target_id)) broken limit 1)

-- importRows, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into importing_rows (workspace_id,
  import_id,
  index,
  line,
  page,
  chronological_index,
  raw,
  date,
  description,
  read_description,
  amount,
  type,
  balance,
  expected_balance,
  category,
  category_id,
  category_source,
  tags,
  notes,
  parts,
  external_id,
  details,
  errors,
  warnings,
  edits,
  rewritten,
  excluded,
  include_duplicate,
  repeats_external_id,
  shares_external_id,
  duplicate_of,
  possible_duplicate_of,
  matches_trashed,
  installment_months,
  matches_plan,
  status)
select $1::uuid,
  r."importId",
  r."index",
  r."line",
  r."page",
  r."place",
  r."raw",
  r."date",
  r."description",
  r."readDescription",
  r."amount" * 100,
  r."type",
  r."balance" * 100,
  r."expectedBalance" * 100,
  r."category",
  r."categoryId",
  r."categorySource",
  r.tags,
  r."notes",
  r.parts,
  r."externalId",
  r."details",
  r."errors",
  r."warnings",
  r."edits",
  r."rewritten",
  r."excluded",
  r."includeDuplicate",
  r."repeatsExternalId",
  coalesce(r."sharesExternalId",
  false),
  r."duplicateOf",
  r."possibleDuplicateOf",
  r."matchesTrashed",
  r."installmentMonths",
  coalesce(r."matchesPlan",
  false),
  r."status"
from json_to_recordset($2::json) as r ("importId" uuid,
  "index" integer,
  "line" integer,
  "page" integer,
  "place" integer,
  "raw" json,
  "date" date,
  "description" text,
  "readDescription" text,
  "amount" numeric,
  "type" text,
  "balance" numeric,
  "expectedBalance" numeric,
  "category" text,
  "categoryId" uuid,
  "categorySource" text,
  "tags" json,
  "notes" text,
  "parts" json,
  "externalId" text,
  "details" json,
  "errors" json,
  "warnings" json,
  "edits" json,
  "rewritten" json,
  "excluded" boolean,
  "includeDuplicate" boolean,
  "repeatsExternalId" boolean,
  "sharesExternalId" boolean,
  "duplicateOf" uuid,
  "possibleDuplicateOf" uuid,
  "matchesTrashed" boolean,
  "installmentMonths" integer,
  "matchesPlan" boolean,
  "status" text)

-- importMappings, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into importing_mappings (workspace_id, account_id, layout, mapping, remembered_at)
select $1::uuid, r."accountId", r."layout", r."mapping", r."rememberedAt"
from json_to_recordset($2::json) as r ("accountId" uuid, "layout" text, "mapping" json, "rememberedAt" timestamptz)

-- schedules, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into planning_schedules (workspace_id,
  id,
  name,
  account_id,
  type,
  amount,
  description,
  category_id,
  contact_id,
  to_account_id,
  tags,
  every,
  every_count,
  business_day,
  start_date,
  end_date,
  auto_post,
  match_text,
  match_tolerance,
  match_days,
  paused,
  post_on,
  tell_on,
  told_until,
  created_at,
  updated_at)
select $1::uuid,
  r."id",
  r."name",
  r."accountId",
  r."type",
  r."amount" * 100,
  r."description",
  r."categoryId",
  r."contactId",
  r."toAccountId",
  array(select json_array_elements_text(r.tags)),
  r."every",
  r."everyCount",
  r."businessDay",
  r."startDate",
  r."endDate",
  r."autoPost",
  r."matchText",
  r."matchTolerance" * 100,
  r."matchDays",
  r."paused",
  r."postOn",
  r."tellOn",
  r."toldUntil",
  r."createdAt",
  r."updatedAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "accountId" uuid,
  "type" text,
  "amount" numeric,
  "description" text,
  "categoryId" uuid,
  "contactId" uuid,
  "toAccountId" uuid,
  "tags" json,
  "every" text,
  "everyCount" integer,
  "businessDay" text,
  "startDate" date,
  "endDate" date,
  "autoPost" boolean,
  "matchText" text,
  "matchTolerance" numeric,
  "matchDays" integer,
  "paused" boolean,
  "postOn" date,
  "tellOn" date,
  "toldUntil" date,
  "createdAt" timestamptz,
  "updatedAt" timestamptz)

-- schedules, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.account_id::text as id, 'accountId refers to a missing row of accounts' as because from planning_schedules t
where t.workspace_id = $1 and t.account_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.account_id) limit 1)
union all
(select t.to_account_id::text as id, 'toAccountId refers to a missing row of accounts' as because from planning_schedules t
where t.workspace_id = $1 and t.to_account_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.to_account_id) limit 1)
union all
(select t.category_id::text as id, 'categoryId refers to a missing row of categories' as because from planning_schedules t
where t.workspace_id = $1 and t.category_id is not null and not exists (
select from ledger_categories o where o.workspace_id = $1 and o.id = t.category_id) limit 1)
union all
(select t.contact_id::text as id, 'contactId refers to a missing row of contacts' as because from planning_schedules t
where t.workspace_id = $1 and t.contact_id is not null and not exists (
select from contacts_contacts o where o.workspace_id = $1 and o.id = t.contact_id) limit 1)
union all (select broken.id::text,
  'a schedule is a transfer within one account' as because from (select s.id from planning_schedules s where s.workspace_id = $1 and s.account_id = s.to_account_id) broken limit 1)

-- occurrences, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
select $1::uuid, r."scheduleId", r."nominalDate", r."status", r."transactionId"
from json_to_recordset($2::json) as r ("scheduleId" uuid, "nominalDate" date, "status" text, "transactionId" uuid)

-- occurrences, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.transaction_id::text as id, 'transactionId refers to a missing row of transactions' as because from planning_occurrences t
where t.workspace_id = $1 and t.transaction_id is not null and not exists (
select from ledger_transactions o where o.workspace_id = $1 and o.id = t.transaction_id) limit 1)
union all (select broken.id::text, 'a schedule has an occurrence whose transaction is missing or in the trash' as because from (
select o.schedule_id as id from planning_occurrences o
where o.workspace_id = $1 and o.transaction_id is not null and not exists (
select from ledger_schedulable_transactions($1) t where t.id = o.transaction_id)) broken limit 1)

-- trashedOccurrences, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into planning_trashed_occurrences (workspace_id, transaction_id, schedule_id, nominal_date, status)
select $1::uuid, r."transactionId", r."scheduleId", r."nominalDate", r."status"
from json_to_recordset($2::json) as r ("transactionId" uuid, "scheduleId" uuid, "nominalDate" date, "status" text)

-- trashedOccurrences, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.transaction_id::text as id, 'transactionId refers to a missing row of transactions' as because from planning_trashed_occurrences t
where t.workspace_id = $1 and t.transaction_id is not null and not exists (
select from ledger_transactions o where o.workspace_id = $1 and o.id = t.transaction_id) limit 1)

-- dismissedSuggestions, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into planning_dismissed_suggestions (workspace_id, id, dismissed_at)
select $1::uuid, r."id", r."dismissedAt"
from json_to_recordset($2::json) as r ("id" uuid, "dismissedAt" timestamptz)

-- cardStatements, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into cards_statements (workspace_id, account_id, month, cut_off, due_date, payment_to_avoid_interest, minimum_payment)
select $1::uuid, r."accountId", r."month", r."cutOff", r."dueDate", r."paymentToAvoidInterest" * 100, r."minimumPayment" * 100
from json_to_recordset($2::json) as r ("accountId" uuid,
  "month" date,
  "cutOff" date,
  "dueDate" date,
  "paymentToAvoidInterest" numeric,
  "minimumPayment" numeric)

-- cardStatements, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.account_id::text as id, 'accountId refers to a missing row of accounts' as because from cards_statements t
where t.workspace_id = $1 and t.account_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.account_id) limit 1)
union all (select broken.id::text, 'an account has statements whose cut-offs do not follow the order of their months' as because from (
select s.account_id as id from (
select account_id, cut_off, lag(cut_off) over (partition by account_id order by month) as before
from cards_statements where workspace_id = $1 and cut_off is not null) s
where s.cut_off <= s.before) broken limit 1)

-- installments, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into cards_installments (workspace_id, id, transaction_id, months, created_at, ended_on)
select $1::uuid, r."id", r."transactionId", r."months", r."createdAt", r."endedOn"
from json_to_recordset($2::json) as r ("id" uuid, "transactionId" uuid, "months" integer, "createdAt" timestamptz, "endedOn" date)

-- installments, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.transaction_id::text as id, 'transactionId refers to a missing row of transactions' as because from cards_installments t
where t.workspace_id = $1 and t.transaction_id is not null and not exists (
select from ledger_transactions o where o.workspace_id = $1 and o.id = t.transaction_id) limit 1)

-- goals, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into goals_goals (workspace_id,
  id,
  name,
  account_id,
  target,
  target_date,
  funding_every,
  funding_amount,
  funding_from,
  held_by_bank,
  priority,
  archived_at,
  created_at,
  updated_at)
select $1::uuid,
  r."id",
  r."name",
  r."accountId",
  r."target" * 100,
  r."targetDate",
  r."fundingEvery",
  r."fundingAmount" * 100,
  r."fundingFrom",
  r."heldByBank",
  r."priority",
  r."archivedAt",
  r."createdAt",
  r."updatedAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "accountId" uuid,
  "target" numeric,
  "targetDate" date,
  "fundingEvery" text,
  "fundingAmount" numeric,
  "fundingFrom" date,
  "heldByBank" boolean,
  "priority" integer,
  "archivedAt" timestamptz,
  "createdAt" timestamptz,
  "updatedAt" timestamptz)

-- goals, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.account_id::text as id, 'accountId refers to a missing row of accounts' as because from goals_goals t
where t.workspace_id = $1 and t.account_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.account_id) limit 1)
union all (select broken.id::text,
  'a goal is in a liability account,
  has spent more than it had saved,
  pays for expenses of another account,
  is archived with money saved,
  or exceeds the limit of 500 goals' as because from (
select g.id from goals_goals g
cross join lateral (
select coalesce(sum(m.amount), 0) as amount from goals_moves m where m.workspace_id = $1 and m.goal_id = g.id) moved
left join ledger_goal_spending($1) paid on paid.goal_id = g.id
where g.workspace_id = $1
and (not exists (select from ledger_asset_accounts($1) a where a.id = g.account_id)
or moved.amount < coalesce(paid.spent, 0)
or (g.archived_at is not null and moved.amount <> coalesce(paid.spent, 0))
or exists (select from ledger_goal_accounts($1) a where a.goal_id = g.id and a.account_id <> g.account_id))
union all (select g.id from goals_goals g where g.workspace_id = $1 order by g.id offset 500)) broken limit 1)

-- goalMoves, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into goals_moves (workspace_id, goal_id, id, amount, date, note, from_goal_id)
select $1::uuid, r."goalId", r."id", r."amount" * 100, r."date", r."note", r."fromGoalId"
from json_to_recordset($2::json) as r ("goalId" uuid, "id" uuid, "amount" numeric, "date" date, "note" text, "fromGoalId" uuid)

-- tandas, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into goals_tandas (workspace_id,
  id,
  name,
  amount,
  turns,
  my_turns,
  start_date,
  every,
  account_id,
  own_turn_pays,
  contact_id,
  created_at,
  updated_at)
select $1::uuid,
  r."id",
  r."name",
  r."amount" * 100,
  r."turns",
  array(select turn::smallint from json_array_elements_text(r."myTurns") as own (turn)),
  r."startDate",
  r."every",
  r."accountId",
  r."ownTurnPays",
  r."contactId",
  r."createdAt",
  r."updatedAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "name" text,
  "amount" numeric,
  "turns" integer,
  "myTurns" json,
  "startDate" date,
  "every" text,
  "accountId" uuid,
  "ownTurnPays" boolean,
  "contactId" uuid,
  "createdAt" timestamptz,
  "updatedAt" timestamptz)

-- tandas, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.account_id::text as id, 'accountId refers to a missing row of accounts' as because from goals_tandas t
where t.workspace_id = $1 and t.account_id is not null and not exists (
select from ledger_accounts o where o.workspace_id = $1 and o.id = t.account_id) limit 1)
union all
(select t.contact_id::text as id, 'contactId refers to a missing row of contacts' as because from goals_tandas t
where t.workspace_id = $1 and t.contact_id is not null and not exists (
select from contacts_contacts o where o.workspace_id = $1 and o.id = t.contact_id) limit 1)
union all (select broken.id::text,
  'a tanda has own turns beyond its last turn,
  rounds that are too large or too late,
  or exceeds the limit of 500 tandas' as because from (
select t.id from goals_tandas t where t.workspace_id = $1
and (t.turns < any(t.my_turns) or t.amount > 999999999999999 / t.turns or case t.every
when 'week' then t.start_date + 7 * (t.turns - 1)
when 'two_weeks' then t.start_date + 14 * (t.turns - 1)
when 'quincena' then t.start_date + 15 * (t.turns - 1)
else t.start_date + interval '1 month' * (t.turns - 1) end > '2200-12-31')
union all (select t.id from goals_tandas t where t.workspace_id = $1 order by t.id offset 500)) broken limit 1)

-- tandaRounds, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into goals_rounds (workspace_id, transaction_id, tanda_id, number, kind, amount, repaid, live)
select $1::uuid, r."transactionId", r."tandaId", r."number", r."kind", r."amount" * 100, r."repaid" * 100, r."live"
from json_to_recordset($2::json) as r ("transactionId" uuid,
  "tandaId" uuid,
  "number" integer,
  "kind" text,
  "amount" numeric,
  "repaid" numeric,
  "live" boolean)

-- tandaRounds, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.transaction_id::text as id, 'transactionId refers to a missing row of transactions' as because from goals_rounds t
where t.workspace_id = $1 and t.transaction_id is not null and not exists (
select from ledger_transactions o where o.workspace_id = $1 and o.id = t.transaction_id) limit 1)
union all (select broken.id::text,
  'a round does not exist in its tanda,
  has another amount,
  or does not match the debt of its transaction' as because from (
select r.transaction_id as id from goals_rounds r where r.workspace_id = $1
and r.live <> exists (select from ledger_live_transactions($1) t where t.id = r.transaction_id)
union all (
select r.transaction_id from goals_rounds r
join goals_tandas t on t.workspace_id = $1 and t.id = r.tanda_id
left join ledger_live_transactions($1) whole on whole.id = r.transaction_id
left join (
select transaction_id, contact_id,
sum(case when type in ('lent', 'repayment_made') then amount else -amount end) as amount
from ledger_live_debts($1) group by transaction_id, contact_id) debt
on debt.transaction_id = r.transaction_id and debt.contact_id = t.contact_id
where r.workspace_id = $1 and r.live and (whole.account_id, debt.amount)
is distinct from (t.account_id, case r.kind when 'pay' then r.amount else -r.amount end::numeric))
union all (
select r.transaction_id from goals_rounds r
join goals_tandas t on t.workspace_id = $1 and t.id = r.tanda_id
cross join lateral (select r.number = any(t.my_turns) as is_own, t.own_turn_pays::int as own_part) turn
where r.workspace_id = $1 and (r.number not between 1 and t.turns or r.amount is distinct from t.amount * case
when r.kind = 'pay' then cardinality(t.my_turns) - case when is_own then 1 - own_part else 0 end
when is_own then t.turns - 1 + own_part end))) broken limit 1)

-- taxpayers, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into invoicing_taxpayers (workspace_id, id, rfc, name, created_at, updated_at)
select $1::uuid, r."id", r."rfc", r."name", r."createdAt", r."updatedAt"
from json_to_recordset($2::json) as r ("id" uuid, "rfc" text, "name" text, "createdAt" timestamptz, "updatedAt" timestamptz)

-- invoices, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into invoicing_invoices (workspace_id, id, sha256, document, created_at, deleted_at)
select $1::uuid, r."id", r."sha256", r."document", r."createdAt", r."deletedAt"
from json_to_recordset($2::json) as r ("id" uuid, "sha256" text, "document" json, "createdAt" timestamptz, "deletedAt" timestamptz)

-- invoices, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select broken.id::text, 'a file belongs to an invoice that does not exist' as because from (
select l.target_id as id from files_links_of($1, 'invoice') l where not exists (
select from invoicing_invoices i where i.workspace_id = $1 and i.id = l.target_id)) broken limit 1)

-- invoiceLinks, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into invoicing_links (workspace_id, invoice_id, transaction_id)
select $1::uuid, r."invoiceId", r."transactionId"
from json_to_recordset($2::json) as r ("invoiceId" uuid, "transactionId" uuid)

-- invoiceLinks, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.transaction_id::text as id, 'transactionId refers to a missing row of transactions' as because from invoicing_links t
where t.workspace_id = $1 and t.transaction_id is not null and not exists (
select from ledger_transactions o where o.workspace_id = $1 and o.id = t.transaction_id) limit 1)

-- settlements, insert
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "[{}]"
insert into household_settlements (workspace_id, id, from_id, to_id, currency, amount, date, note, created_at)
select $1::uuid, r."id", r."fromId", r."toId", r."currency", r."amount" * 100, r."date", r."note", r."createdAt"
from json_to_recordset($2::json) as r ("id" uuid,
  "fromId" uuid,
  "toId" uuid,
  "currency" text,
  "amount" numeric,
  "date" date,
  "note" text,
  "createdAt" timestamptz)

-- settlements, invalid rows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
(select t.from_id::text as id, 'fromId refers to a missing row of members' as because from household_settlements t
where t.workspace_id = $1 and t.from_id is not null and not exists (
select from identity_members o where o.workspace_id = $1 and o.id = t.from_id) limit 1)
union all
(select t.to_id::text as id, 'toId refers to a missing row of members' as because from household_settlements t
where t.workspace_id = $1 and t.to_id is not null and not exists (
select from identity_members o where o.workspace_id = $1 and o.id = t.to_id) limit 1)
