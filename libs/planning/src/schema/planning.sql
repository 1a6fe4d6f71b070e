-- Expected payments and income. post_on and tell_on are the next days on which the daily jobs process the schedule.
create table planning_schedules (
  workspace_id uuid not null,
  id uuid not null,
  name text,
  account_id uuid not null,
  type text not null check (type in ('expense', 'income', 'transfer')),
  amount bigint not null check (amount > 0),
  description text not null,
  category_id uuid,
  contact_id uuid,
  to_account_id uuid,
  tags text[] not null,
  every text not null check (every in ('once', 'week', 'two_weeks', 'quincena', 'month', 'year')),
  every_count smallint not null check (every_count between 1 and 12),
  business_day text not null check (business_day in ('none', 'before', 'after')),
  start_date date not null,
  end_date date,
  auto_post boolean not null,
  match_text text,
  match_tolerance bigint not null check (match_tolerance >= 0),
  match_days smallint not null check (match_days between 0 and 10),
  paused boolean not null,
  post_on date,
  tell_on date,
  told_until date not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check (end_date >= start_date),
  check ((type = 'transfer') = (to_account_id is not null)),
  check (type <> 'transfer' or category_id is null),
  constraint planning_schedules_tags_without_null check (array_position(tags, null) is null)
);
create index planning_schedules_account on planning_schedules (workspace_id, account_id);
create index planning_schedules_post_on on planning_schedules (post_on);
create index planning_schedules_tell_on on planning_schedules (tell_on);
call kernel_secure_by_workspace('planning_schedules');

-- Skipped, posted, linked and matched occurrences.
create table planning_occurrences (
  workspace_id uuid not null,
  schedule_id uuid not null,
  nominal_date date not null,
  status text not null check (status in ('skipped', 'posted', 'linked', 'matched')),
  transaction_id uuid,
  primary key (workspace_id, schedule_id, nominal_date),
  constraint planning_occurrences_transaction unique (workspace_id, transaction_id),
  constraint planning_occurrences_schedule foreign key (workspace_id, schedule_id)
    references planning_schedules (workspace_id, id) on delete cascade,
  check ((status = 'skipped') = (transaction_id is null))
);
call kernel_secure_by_workspace('planning_occurrences');

-- Occurrences of trashed transactions. Restoring a transaction links it to its occurrence again.
create table planning_trashed_occurrences (
  workspace_id uuid not null,
  transaction_id uuid not null,
  schedule_id uuid not null,
  nominal_date date not null,
  status text not null check (status in ('posted', 'linked', 'matched')),
  primary key (workspace_id, transaction_id),
  constraint planning_trashed_occurrences_schedule foreign key (workspace_id, schedule_id)
    references planning_schedules (workspace_id, id) on delete cascade
);
create index planning_trashed_occurrences_by_schedule on planning_trashed_occurrences (workspace_id, schedule_id);
call kernel_secure_by_workspace('planning_trashed_occurrences');

create table planning_dismissed_suggestions (
  workspace_id uuid not null,
  id uuid not null,
  dismissed_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
call kernel_secure_by_workspace('planning_dismissed_suggestions');
