-- workspace
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.name as "name",
  t.base_currency as "baseCurrency",
  t.plan as "plan",
  instant_text(t.created_at) as "createdAt") item) as row
from workspace_workspaces t
where t.id = $1::uuid and $2::timestamptz is not null
order by t.id

-- members
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id", t.name as "name", instant_text(t.joined_at) as "joinedAt") item) as row
from identity_members t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- exchangeRates
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.quote as "quote",
  t.base as "base",
  t.day as "date",
  rate_text(t.rate) as "rate",
  instant_text(t.set_at) as "setAt") item) as row
from fx_own_rates t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.quote, t.base, t.day

-- contacts
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.email as "email",
  instant_text(t.archived_at) as "archivedAt",
  instant_text(t.created_at) as "createdAt") item) as row
from contacts_contacts t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- accounts
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.type_key as "typeKey",
  t.kind as "kind",
  t.bank as "bank",
  t.currency as "currency",
  money_text(case t.kind when 'liability' then -t.opening_position else t.opening_position end) as "openingBalance",
  t.opening_date as "openingDate",
  t.fx_mode as "fxMode",
  rate_text(t.fixed_rate) as "fixedRate",
  t.apy as "apy",
  money_text(t.alert_threshold) as "alertThreshold",
  money_text(t.card_credit_limit) as "cardCreditLimit",
  t.card_cut_off_day as "cardCutOffDay",
  t.card_payment_days as "cardPaymentDays",
  t.card_pay_from_id as "cardPayFromAccountId",
  t.status as "status",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt") item) as row
from ledger_accounts t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- categories
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.parent_id as "parentId",
  t.kind as "kind",
  instant_text(t.archived_at) as "archivedAt",
  instant_text(t.created_at) as "createdAt") item) as row
from ledger_categories t
join (
with recursive tree as (
select id, 0 as depth from ledger_categories where workspace_id = $1 and parent_id is null
union all
select c.id, tree.depth + 1 from tree
join ledger_categories c on c.workspace_id = $1 and c.parent_id = tree.id)
select * from tree) tree on tree.id = t.id
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by tree.depth, t.id

-- tags
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id", t.name as "name") item) as row
from ledger_tags t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- transactions
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.account_id as "accountId",
  t.type as "type",
  t.date as "date",
  t.description as "description",
  t.notes as "notes",
  money_text(t.amount) as "amount",
  t.currency as "currency",
  t.category_id as "categoryId",
  t.category_source as "filedBy",
  t.contact_id as "contactId",
  t.to_account_id as "toAccountId",
  money_text(t.to_amount) as "toAmount",
  t.to_currency as "toCurrency",
  t.tag_ids as "tagIds",
  t.external_id as "externalId",
  t.goal_id as "goalId",
  t.paid_by as "paidBy",
  case when t.share_member_ids is null then '[]' else (
select '[' || string_agg(format('{"memberId":"%s","amount":"%s","weight":%s}',
share.member, money_text(share.amount), coalesce(share.weight::text, 'null')), ',' order by share.n) || ']'
from unnest(t.share_member_ids, t.share_amounts, t.share_weights)
with ordinality as share (member,
  amount,
  weight,
  n))::json end as "shares",
  t.import_id as "importId",
  t.import_row as "importRow",
  t.imported_description as "importedDescription",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt",
  instant_text(t.deleted_at) as "deletedAt") item) as row
from ledger_transactions t
where t.workspace_id = $1::uuid and $2::timestamptz is not null and (t.deleted_at is null or t.deleted_at > $2::timestamptz - interval '30 days')
order by t.date, t.id

-- splits
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.transaction_id as "transactionId",
  t.ordinal as "ordinal",
  t.type as "type",
  money_text(t.amount) as "amount",
  t.category_id as "categoryId",
  t.contact_id as "contactId",
  t.notes as "notes") item) as row
from ledger_splits t join ledger_transactions whole on whole.workspace_id = t.workspace_id and whole.id = t.transaction_id
where t.workspace_id = $1::uuid and $2::timestamptz is not null and (whole.deleted_at is null or whole.deleted_at > $2::timestamptz - interval '30 days')
order by whole.date, whole.id, t.ordinal

-- books
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.closed_through as "closedThrough",
  instant_text(t.updated_at) as "updatedAt") item) as row
from ledger_books t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.workspace_id

-- bookExceptions
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  instant_text(t.at) as "at",
  t.actor_kind as "actorKind",
  t.actor_id as "actorId",
  t.action as "action",
  t.transaction_ids as "transactionIds",
  t.request_id as "requestId") item) as row
from ledger_book_exceptions t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- assertions
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.account_id as "accountId",
  t.date as "date",
  money_text(t.balance) as "balance",
  t.note as "note",
  t.import_id as "importId",
  instant_text(t.since) as "since",
  money_text(t.actual_then) as "actualThen",
  instant_text(t.broken_since) as "brokenSince",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt") item) as row
from ledger_assertions t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- budgets
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.category_id as "categoryId",
  t.type as "type",
  t.repeat as "repeat",
  t.start_date as "startDate",
  t.repeat_until as "repeatUntil",
  t.rollover_since as "rolloverSince",
  t.account_id as "accountId",
  instant_text(t.created_at) as "createdAt") item) as row
from budgeting_budgets t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- budgetAmounts
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.budget_id as "budgetId",
  t.since as "since",
  money_text(t.amount) as "amount") item) as row
from budgeting_amounts t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.budget_id, t.since

-- rules
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.enabled as "enabled",
  t.priority as "priority",
  t.match as "match",
  t.conditions as "conditions",
  t.actions as "actions",
  t.stop_processing as "stopProcessing",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt",
  instant_text(t.last_matched_at) as "lastMatchedAt") item) as row
from categorising_rules t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- ruleRuns
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.rule_id as "ruleId",
  t.force as "force",
  t.matched as "matched",
  t.changed as "changed",
  t.skipped as "skipped",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.undone_at) as "undoneAt",
  t.restored as "restored",
  t.left_alone as "leftAlone") item) as row
from categorising_runs t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- ruleChanges
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.run_id as "runId",
  t.transaction_id as "transactionId",
  t.category_id_before as "categoryIdBefore",
  t.category_source_before as "categorySourceBefore",
  t.description_before as "descriptionBefore",
  t.notes_before as "notesBefore",
  t.category_id as "categoryId",
  t.category_source as "categorySource",
  t.description as "description",
  t.notes as "notes",
  t.added_tag_ids as "addedTagIds") item) as row
from categorising_changes t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.run_id, t.transaction_id

-- ruleEffects
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.transaction_id as "transactionId",
  t.run_id as "runId",
  t.place as "place",
  t.rule_id as "ruleId",
  t.effects as "effects",
  instant_text(t.ran_at) as "ranAt",
  t.undone as "undone") item) as row
from categorising_effects t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.transaction_id, t.run_id, t.place

-- files
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.media_type as "mediaType",
  t.size as "size",
  t.sha256 as "sha256",
  t.source as "source",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt",
  instant_text(t.deleted_at) as "deletedAt") item) as row
from files_files t
where t.workspace_id = $1::uuid and $2::timestamptz is not null and (t.deleted_at is null or t.deleted_at > $2::timestamptz - interval '30 days')
order by t.id

-- fileLinks
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.file_id as "fileId", t.target_id as "targetId", t.kind as "kind") item) as row
from files_links t join files_files f on f.workspace_id = t.workspace_id and f.id = t.file_id
where t.workspace_id = $1::uuid and $2::timestamptz is not null and t.kind <> 'draft' and (f.deleted_at is null or f.deleted_at > $2::timestamptz - interval '30 days') and (t.kind <> 'transaction' or exists (
select from ledger_kept_transactions(t.workspace_id, $2) kept where kept.id = t.target_id))
order by t.file_id, t.target_id

-- imports
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.account_id as "accountId",
  t.filename as "filename",
  t.status as "status",
  t.parse_options as "given",
  t.detected as "detected",
  t.mapping as "mapping",
  t.remembered as "remembered",
  t.columns as "columns",
  t.warnings as "warnings",
  t.currency as "currency",
  t.layout as "layout",
  t.balance_sign as "balanceSign",
  money_text(t.stated_opening) as "statedOpening",
  money_text(t.stated_closing) as "statedClosing",
  t.total as "total",
  t.ready as "ready",
  t.errors as "errors",
  t.duplicates as "duplicates",
  t.excluded as "excluded",
  round(t.ready_change * 0.01,
  2)::text as "readyChange",
  t.reconciliation as "reconciliation",
  t.proof_facts as "proofFacts",
  t.proof as "proof",
  t.card_statement as "cardStatement",
  t.recorded_statement as "recordedStatement",
  t.created_categories as "createdCategories",
  t.new_categories as "newCategories",
  money_text(t.balance_before) as "balanceBefore",
  money_text(t.balance_after) as "balanceAfter",
  t.transactions_created as "transactionsCreated",
  t.transactions_removed as "transactionsRemoved",
  t.transaction_ids as "transactionIds",
  t.accounts as "accounts",
  t.undone as "undone",
  t.undone_total as "undoneTotal",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.committed_at) as "committedAt",
  instant_text(t.undone_at) as "undoneAt") item) as row
from importing_imports t
where t.workspace_id = $1::uuid and $2::timestamptz is not null and t.status <> 'draft'
order by t.id

-- importRows
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.import_id as "importId",
  t.index as "index",
  t.line as "line",
  t.page as "page",
  t.chronological_index as "place",
  t.raw as "raw",
  t.date as "date",
  t.description as "description",
  t.read_description as "readDescription",
  money_text(t.amount) as "amount",
  t.type as "type",
  money_text(t.balance) as "balance",
  money_text(t.expected_balance) as "expectedBalance",
  t.category as "category",
  t.category_id as "categoryId",
  t.category_source as "categorySource",
  t.tags as "tags",
  t.notes as "notes",
  t.parts as "parts",
  t.external_id as "externalId",
  t.details as "details",
  t.errors as "errors",
  t.warnings as "warnings",
  t.edits as "edits",
  t.rewritten as "rewritten",
  t.excluded as "excluded",
  t.include_duplicate as "includeDuplicate",
  t.repeats_external_id as "repeatsExternalId",
  t.shares_external_id as "sharesExternalId",
  t.duplicate_of as "duplicateOf",
  t.possible_duplicate_of as "possibleDuplicateOf",
  t.matches_trashed as "matchesTrashed",
  t.installment_months as "installmentMonths",
  t.matches_plan as "matchesPlan",
  t.status as "status") item) as row
from importing_rows t join importing_imports whole on whole.workspace_id = t.workspace_id and whole.id = t.import_id
where t.workspace_id = $1::uuid and $2::timestamptz is not null and whole.status <> 'draft'
order by t.import_id, t.index

-- importMappings
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.account_id as "accountId",
  t.layout as "layout",
  t.mapping as "mapping",
  instant_text(t.remembered_at) as "rememberedAt") item) as row
from importing_mappings t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.account_id, t.layout

-- schedules
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.account_id as "accountId",
  t.type as "type",
  money_text(t.amount) as "amount",
  t.description as "description",
  t.category_id as "categoryId",
  t.contact_id as "contactId",
  t.to_account_id as "toAccountId",
  t.tags as "tags",
  t.every as "every",
  t.every_count as "everyCount",
  t.business_day as "businessDay",
  t.start_date as "startDate",
  t.end_date as "endDate",
  t.auto_post as "autoPost",
  t.match_text as "matchText",
  money_text(t.match_tolerance) as "matchTolerance",
  t.match_days as "matchDays",
  t.paused as "paused",
  t.post_on as "postOn",
  t.tell_on as "tellOn",
  t.told_until as "toldUntil",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt") item) as row
from planning_schedules t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- occurrences
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.schedule_id as "scheduleId",
  t.nominal_date as "nominalDate",
  t.status as "status",
  t.transaction_id as "transactionId") item) as row
from planning_occurrences t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.schedule_id, t.nominal_date

-- trashedOccurrences
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.transaction_id as "transactionId",
  t.schedule_id as "scheduleId",
  t.nominal_date as "nominalDate",
  t.status as "status") item) as row
from planning_trashed_occurrences t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.transaction_id

-- dismissedSuggestions
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id", instant_text(t.dismissed_at) as "dismissedAt") item) as row
from planning_dismissed_suggestions t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- cardStatements
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.account_id as "accountId",
  t.month as "month",
  t.cut_off as "cutOff",
  t.due_date as "dueDate",
  money_text(t.payment_to_avoid_interest) as "paymentToAvoidInterest",
  money_text(t.minimum_payment) as "minimumPayment") item) as row
from cards_statements t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.account_id, t.month

-- installments
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.transaction_id as "transactionId",
  t.months as "months",
  instant_text(t.created_at) as "createdAt",
  t.ended_on as "endedOn") item) as row
from cards_installments t
where t.workspace_id = $1::uuid and $2::timestamptz is not null and exists (select from ledger_kept_transactions(t.workspace_id,
  $2) kept where kept.id = t.transaction_id)
order by t.id

-- goals
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  t.account_id as "accountId",
  money_text(t.target) as "target",
  t.target_date as "targetDate",
  t.funding_every as "fundingEvery",
  money_text(t.funding_amount) as "fundingAmount",
  t.funding_from as "fundingFrom",
  t.held_by_bank as "heldByBank",
  t.priority as "priority",
  instant_text(t.archived_at) as "archivedAt",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt") item) as row
from goals_goals t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- goalMoves
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.goal_id as "goalId",
  t.id as "id",
  money_text(t.amount) as "amount",
  t.date as "date",
  t.note as "note",
  t.from_goal_id as "fromGoalId") item) as row
from goals_moves t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.goal_id, t.id

-- tandas
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.name as "name",
  money_text(t.amount) as "amount",
  t.turns as "turns",
  to_json(t.my_turns) as "myTurns",
  t.start_date as "startDate",
  t.every as "every",
  t.account_id as "accountId",
  t.own_turn_pays as "ownTurnPays",
  t.contact_id as "contactId",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt") item) as row
from goals_tandas t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- tandaRounds
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.transaction_id as "transactionId",
  t.tanda_id as "tandaId",
  t.number as "number",
  t.kind as "kind",
  money_text(t.amount) as "amount",
  money_text(t.repaid) as "repaid",
  t.live as "live") item) as row
from goals_rounds t
where t.workspace_id = $1::uuid and $2::timestamptz is not null and exists (select from ledger_kept_transactions(t.workspace_id,
  $2) kept where kept.id = t.transaction_id)
order by t.transaction_id

-- taxpayers
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.rfc as "rfc",
  t.name as "name",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.updated_at) as "updatedAt") item) as row
from invoicing_taxpayers t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id

-- invoices
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.sha256 as "sha256",
  t.document as "document",
  instant_text(t.created_at) as "createdAt",
  instant_text(t.deleted_at) as "deletedAt") item) as row
from invoicing_invoices t
where t.workspace_id = $1::uuid and $2::timestamptz is not null and (t.deleted_at is null or t.deleted_at > $2::timestamptz - interval '30 days')
order by t.id

-- invoiceLinks
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.invoice_id as "invoiceId", t.transaction_id as "transactionId") item) as row
from invoicing_links t join invoicing_invoices i on i.workspace_id = t.workspace_id and i.id = t.invoice_id
where t.workspace_id = $1::uuid and $2::timestamptz is not null and (i.deleted_at is null or i.deleted_at > $2::timestamptz - interval '30 days') and exists (
select from ledger_kept_transactions(t.workspace_id, $2) kept where kept.id = t.transaction_id)
order by t.invoice_id, t.transaction_id

-- settlements
-- $1: "019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04"
-- $2: "2026-11-22T00:00:00.000Z"
select (select row_to_json(item)::text from (select t.id as "id",
  t.from_id as "fromId",
  t.to_id as "toId",
  t.currency as "currency",
  money_text(t.amount) as "amount",
  t.date as "date",
  t.note as "note",
  instant_text(t.created_at) as "createdAt") item) as row
from household_settlements t
where t.workspace_id = $1::uuid and $2::timestamptz is not null
order by t.id
