-- Goals: money set aside in an account. saved and spent are stored figures (decision 0111). is_short and is_reached are
-- the state at the last announcement. PostgreSQL checks constraints in the order of their names, so
-- goals_goals_archived comes first.
create table goals_goals (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  account_id uuid not null,
  target bigint not null check (target > 0),
  target_date date,
  funding_every text check (funding_every in ('week', 'two_weeks', 'quincena', 'month')),
  funding_amount bigint check (funding_amount > 0),
  funding_from date,
  held_by_bank boolean not null,
  priority integer not null,
  archived_at timestamptz(3),
  saved bigint not null default 0,
  spent bigint not null default 0,
  is_short boolean not null default false,
  is_reached boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint goals_goals_archived check (archived_at is null or saved = 0),
  constraint goals_goals_funding check (num_nulls(funding_every, funding_amount, funding_from) in (0, 3)),
  constraint goals_goals_saved check (saved >= 0)
) with (fillfactor = 80);
create index goals_goals_by_account on goals_goals (workspace_id, account_id);
call kernel_secure_by_workspace('goals_goals');

-- Changes to the saved amounts of goals, except those caused by expenses. A move between two goals has one row per
-- goal, with the same ID. from_goal_id is the goal that the money came from; null if it did not come from a goal or
-- that goal was deleted.
create table goals_moves (
  workspace_id uuid not null,
  goal_id uuid not null,
  id uuid not null,
  amount bigint not null check (amount <> 0),
  date date not null,
  note text,
  from_goal_id uuid,
  primary key (workspace_id, goal_id, id),
  constraint goals_moves_goal foreign key (workspace_id, goal_id)
    references goals_goals (workspace_id, id) on delete cascade,
  constraint goals_moves_from_goal foreign key (workspace_id, from_goal_id)
    references goals_goals (workspace_id, id) on delete set null (from_goal_id)
);
create index goals_moves_by_date on goals_moves (workspace_id, goal_id, date desc, id desc);
create index goals_moves_by_id on goals_moves (workspace_id, id);
create index goals_moves_from on goals_moves (workspace_id, from_goal_id) where from_goal_id is not null;
call kernel_secure_by_workspace('goals_moves');

-- Tandas: rotating savings clubs. Each tanda has its own contact, and its rounds are debts with that contact (decision
-- 0111).
create table goals_tandas (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  amount bigint not null check (amount > 0),
  turns smallint not null check (turns between 2 and 60),
  my_turns smallint[] not null check (cardinality(my_turns) between 1 and 60),
  start_date date not null,
  every text not null check (every in ('week', 'two_weeks', 'quincena', 'month')),
  account_id uuid not null,
  own_turn_pays boolean not null,
  contact_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint goals_tandas_contact unique (workspace_id, contact_id)
);
create index goals_tandas_by_account on goals_tandas (workspace_id, account_id);
call kernel_secure_by_workspace('goals_tandas');

-- Recorded rounds of tandas. repaid is the part of amount that repays a debt; the rest is a new debt. A round is not
-- live while its transaction is in the trash.
create table goals_rounds (
  workspace_id uuid not null,
  transaction_id uuid not null,
  tanda_id uuid not null,
  number smallint not null,
  kind text not null check (kind in ('pay', 'receive')),
  amount bigint not null check (amount > 0),
  repaid bigint not null check (repaid between 0 and amount),
  live boolean not null,
  primary key (workspace_id, transaction_id),
  constraint goals_rounds_tanda foreign key (workspace_id, tanda_id)
    references goals_tandas (workspace_id, id) on delete cascade
);
create unique index goals_rounds_recorded on goals_rounds (workspace_id, tanda_id, number, kind) where live;
create index goals_rounds_by_tanda on goals_rounds (workspace_id, tanda_id);
call kernel_secure_by_workspace('goals_rounds');
