create table importing_imports (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  filename text not null,
  status text not null check (status in ('draft', 'committed', 'undone')),
  file bytea,
  parse_options jsonb not null,
  detected jsonb not null,
  mapping jsonb not null,
  columns jsonb not null,
  total integer not null default 0,
  ready integer not null default 0,
  errors integer not null default 0,
  duplicates integer not null default 0,
  excluded integer not null default 0,
  created_categories uuid[] not null default '{}',
  balance_before bigint,
  balance_after bigint,
  created_at timestamptz(3) not null,
  committed_at timestamptz(3),
  undone_at timestamptz(3),
  currency text,
  layout text,
  remembered jsonb not null default '{}',
  balance_sign smallint,
  stated_opening bigint,
  stated_closing bigint,
  ready_change numeric not null default 0,
  reconciliation json,
  transactions_created integer,
  transactions_removed integer,
  transaction_ids uuid[],
  accounts json not null default '[]',
  undone json not null default '[]',
  undone_total integer not null default 0,
  validated_against text,
  new_categories json not null default '[]',
  warnings jsonb not null default '[]',
  primary key (workspace_id, id)
);
alter table importing_imports alter column file set storage external;
call kernel_secure_by_workspace('importing_imports');

create table importing_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  index integer not null,
  line integer not null,
  raw jsonb not null,
  date date,
  description text,
  read_description text,
  amount bigint,
  type text check (type in ('expense', 'income')),
  category text,
  category_id uuid,
  notes text,
  external_id text,
  errors jsonb not null,
  warnings jsonb not null,
  edits jsonb not null default '{}',
  excluded boolean,
  include_duplicate boolean not null default false,
  repeats_external_id boolean not null default false,
  duplicate_of uuid,
  matches_trashed boolean not null default false,
  status text not null default 'ready' check (status in ('ready', 'error', 'duplicate', 'excluded')),
  chronological_index integer,
  balance bigint,
  expected_balance bigint,
  details json,
  tracking_key text generated always as (details ->> 'trackingKey') stored,
  folded text generated always as (fold_text(coalesce(read_description, description))) stored,
  category_source text check (category_source in ('file', 'rule', 'history', 'person')),
  rewritten jsonb,
  tags jsonb,
  installment_months smallint,
  matches_plan boolean not null default false,
  possible_duplicate_of uuid,
  shares_external_id boolean not null default false,
  parts jsonb,
  primary key (workspace_id, import_id, index),
  foreign key (workspace_id, import_id) references importing_imports (workspace_id, id) on delete cascade
);
create index importing_rows_by_category on importing_rows (workspace_id, category_id) where category_id is not null;
create unique index importing_rows_chronological
  on importing_rows (workspace_id, import_id, chronological_index) where chronological_index is not null;
create index importing_rows_balance_breaks
  on importing_rows (workspace_id, import_id, chronological_index) where expected_balance <> balance;
create index importing_rows_by_external_id
  on importing_rows (workspace_id, external_id, import_id) where external_id is not null;
create index importing_rows_by_tracking_key
  on importing_rows (workspace_id, tracking_key, amount, type) where tracking_key is not null;
create index importing_rows_missing_category
  on importing_rows (workspace_id, import_id) where category is not null and category_id is null;
create index importing_rows_by_status
  on importing_rows (workspace_id, status, import_id, index) where status <> 'ready';
create index importing_rows_alike on importing_rows (workspace_id, date, import_id, amount);
create index importing_rows_possible_duplicates
  on importing_rows (workspace_id, import_id) where possible_duplicate_of is not null;
create index importing_rows_parts
  on importing_rows (workspace_id, import_id, index) where installment_months is not null;
call kernel_secure_by_workspace('importing_rows');
alter table importing_rows alter column import_id set statistics 0;

create table importing_mappings (
  workspace_id uuid not null,
  account_id uuid not null,
  layout text not null,
  mapping jsonb not null,
  remembered_at timestamptz(3) not null,
  primary key (workspace_id, account_id, layout)
);
call kernel_secure_by_workspace('importing_mappings');
