-- Accounts. position is the opening position plus all live transactions. It is negative if the owner owes money.
create table ledger_accounts (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  type_key text not null,
  kind text not null check (kind in ('asset', 'liability')),
  bank text,
  currency text not null,
  opening_position bigint not null,
  opening_date date not null,
  position bigint not null,
  fx_mode text not null check (fx_mode in ('auto', 'fixed')),
  fixed_rate bigint,
  apy text,
  alert_threshold bigint,
  status text not null check (status in ('active', 'archived', 'closed')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  is_low boolean not null default false,
  card_credit_limit bigint check (card_credit_limit > 0),
  card_cut_off_day smallint check (card_cut_off_day between 1 and 31),
  card_payment_days smallint check (card_payment_days between 1 and 60),
  card_pay_from_id uuid,
  primary key (workspace_id, id),
  constraint ledger_accounts_position_range check (position between -99999999999999999 and 99999999999999999),
  check ((fx_mode = 'fixed') = (fixed_rate is not null)),
  check (card_pay_from_id <> id),
  constraint ledger_accounts_card check (case
    when card_credit_limit is null then card_cut_off_day is null and card_payment_days is null and card_pay_from_id is null
    else card_cut_off_day is not null and card_payment_days is not null and type_key = 'credit_card' end)
) with (fillfactor = 80);
call kernel_secure_by_workspace('ledger_accounts');

-- Tree of categories. All categories in a subtree have the same kind.
create table ledger_categories (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  folded_name text generated always as (fold_text(name)) stored not null,
  parent_id uuid,
  kind text not null check (kind in ('expense', 'income')),
  archived_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint ledger_categories_parent foreign key (workspace_id, parent_id)
    references ledger_categories (workspace_id, id)
);
create unique index ledger_categories_name
  on ledger_categories (workspace_id, kind, parent_id, folded_name) nulls not distinct;
create index ledger_categories_children on ledger_categories (workspace_id, parent_id);
call kernel_secure_by_workspace('ledger_categories');

-- Live and trashed transactions. Amounts are in minor units. signed_amount is the effect on the owner's position.
create table ledger_transactions (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid,
  type text not null
    check (type in ('expense', 'income', 'transfer', 'adjustment', 'lent', 'borrowed', 'repayment_received', 'repayment_made')),
  date date not null,
  description text not null,
  notes text,
  search_text text generated always as (fold_text(description) || e'\n' || coalesce(fold_text(notes), '')) stored not null,
  amount bigint not null,
  currency text not null,
  signed_amount bigint not null,
  category_id uuid,
  contact_id uuid,
  to_account_id uuid,
  to_amount bigint check (to_amount > 0),
  to_currency text,
  to_rate numeric(30,8),
  external_id text,
  import_id uuid,
  imported_description text,
  split_count smallint not null default 0,
  base_rate bigint,
  base_amount bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  import_row integer,
  folded_hash bigint generated always as (
    hashtextextended(fold_text(coalesce(imported_description, description)), 0)) stored not null,
  category_source text,
  tag_ids uuid[],
  schedule_id uuid,
  primary key (workspace_id, id),
  constraint ledger_transactions_account foreign key (workspace_id, account_id)
    references ledger_accounts (workspace_id, id),
  constraint ledger_transactions_receiver foreign key (workspace_id, to_account_id)
    references ledger_accounts (workspace_id, id),
  constraint ledger_transactions_category foreign key (workspace_id, category_id)
    references ledger_categories (workspace_id, id),
  check (amount <> 0 and (amount > 0 or type = 'adjustment')),
  check ((type = 'transfer') = (to_account_id is not null)),
  constraint ledger_transactions_category_source
    check (category_source is null or (category_source in ('rule', 'import') and category_id is not null)),
  constraint ledger_transactions_tags check (cardinality(tag_ids) between 1 and 20)
);
create index ledger_transactions_by_date
  on ledger_transactions (workspace_id, date desc, id desc) where deleted_at is null;
create index ledger_transactions_by_account on ledger_transactions (workspace_id, account_id, date desc, id desc);
create index ledger_transactions_by_receiver
  on ledger_transactions (workspace_id, to_account_id, date desc, id desc) where to_account_id is not null;
create index ledger_transactions_by_category
  on ledger_transactions (workspace_id, category_id, date desc, id desc) where category_id is not null;
create index ledger_transactions_by_contact
  on ledger_transactions (workspace_id, contact_id, date, id) where contact_id is not null;
create index ledger_transactions_by_update on ledger_transactions (workspace_id, updated_at, id);
create index ledger_transactions_trash
  on ledger_transactions (workspace_id, deleted_at desc, id desc) where deleted_at is not null;
create unique index ledger_transactions_external_id
  on ledger_transactions (workspace_id, account_id, external_id)
  where external_id is not null and deleted_at is null;
create index ledger_transactions_by_import
  on ledger_transactions (workspace_id, import_id, import_row) where import_id is not null;
create index ledger_transactions_filed
  on ledger_transactions (workspace_id, folded_hash, type, updated_at desc, id desc)
  where deleted_at is null and category_id is not null;
create index ledger_transactions_unplaced on ledger_transactions (workspace_id, date) where account_id is null;
create index ledger_transactions_parted
  on ledger_transactions (workspace_id, date desc, id desc) where split_count > 0 and deleted_at is null;
create index ledger_transactions_without_rate
  on ledger_transactions (workspace_id, date)
  where base_amount is null and deleted_at is null and type in ('expense', 'income');
create index ledger_transactions_schedule
  on ledger_transactions (workspace_id, schedule_id) where schedule_id is not null;
call kernel_secure_by_workspace('ledger_transactions');
-- Sets the default again, because kernel_secure_by_workspace has set 0 (decision 0063).
alter table ledger_transactions alter column workspace_id set statistics -1;

create table ledger_splits (
  workspace_id uuid not null,
  transaction_id uuid not null,
  ordinal smallint not null,
  type text not null
    check (type in ('expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made')),
  amount bigint not null check (amount > 0),
  category_id uuid,
  contact_id uuid,
  notes text,
  base_amount bigint,
  primary key (workspace_id, transaction_id, ordinal),
  constraint ledger_splits_transaction foreign key (workspace_id, transaction_id)
    references ledger_transactions (workspace_id, id) on delete cascade,
  constraint ledger_splits_category foreign key (workspace_id, category_id)
    references ledger_categories (workspace_id, id)
);
create index ledger_splits_by_category
  on ledger_splits (workspace_id, category_id, transaction_id) where category_id is not null;
create index ledger_splits_by_contact
  on ledger_splits (workspace_id, contact_id, transaction_id) where contact_id is not null;
call kernel_secure_by_workspace('ledger_splits');

-- Daily change in the position of each account from live transactions. lowered is the sum of all decreases as a
-- positive amount.
create table ledger_account_days (
  workspace_id uuid not null,
  account_id uuid not null,
  day date not null,
  moved bigint not null,
  entries integer not null,
  lowered bigint not null default 0,
  primary key (workspace_id, account_id, day) include (moved, entries),
  constraint ledger_account_days_account foreign key (workspace_id, account_id)
    references ledger_accounts (workspace_id, id) on delete cascade
) with (fillfactor = 80);
call kernel_secure_by_workspace('ledger_account_days');

-- Workspaces in which a context subscribes to new transactions.
create table ledger_subscriptions (
  workspace_id uuid not null,
  subscriber text not null,
  primary key (workspace_id, subscriber)
);
call kernel_secure_by_workspace('ledger_subscriptions');

-- Tags, spelled as first used or as last renamed.
create table ledger_tags (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  folded_name text generated always as (fold_text(name)) stored not null,
  live_count integer not null default 0,
  primary key (workspace_id, id)
) with (fillfactor = 80);
create unique index ledger_tags_name on ledger_tags (workspace_id, folded_name);
call kernel_secure_by_workspace('ledger_tags');

-- Transactions by tag, the inverse of ledger_transactions.tag_ids.
create table ledger_tag_entries (
  workspace_id uuid not null,
  tag_id uuid not null,
  live boolean not null,
  date date not null,
  transaction_id uuid not null,
  primary key (workspace_id, tag_id, live, date, transaction_id),
  constraint ledger_tag_entries_tag foreign key (workspace_id, tag_id) references ledger_tags (workspace_id, id),
  constraint ledger_tag_entries_transaction foreign key (workspace_id, transaction_id)
    references ledger_transactions (workspace_id, id) on delete cascade
);
create index ledger_tag_entries_by_transaction on ledger_tag_entries (workspace_id, transaction_id);
call kernel_secure_by_workspace('ledger_tag_entries');
