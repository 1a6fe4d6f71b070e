-- Budgets. told_cycle and told_level record the latest alert: level 1 is nearly spent, level 2 is overspent.
create table budgeting_budgets (
  workspace_id uuid not null,
  id uuid not null,
  category_id uuid not null,
  type text not null check (type in ('expense', 'income')),
  repeat text not null check (repeat in ('month', 'year', 'once', 'week', 'two_weeks')),
  start_date date not null,
  repeat_until date,
  rollover_since date,
  account_id uuid,
  created_at timestamptz(3) not null,
  told_cycle date,
  told_level smallint,
  primary key (workspace_id, id),
  check (repeat_until >= start_date)
);
create index budgeting_budgets_by_category on budgeting_budgets (workspace_id, category_id);
call kernel_secure_by_workspace('budgeting_budgets');

-- Amounts per cycle. Each applies from its day until the budget's next amount applies.
create table budgeting_amounts (
  workspace_id uuid not null,
  budget_id uuid not null,
  since date not null,
  amount bigint not null check (amount > 0),
  primary key (workspace_id, budget_id, since),
  constraint budgeting_amounts_budget foreign key (workspace_id, budget_id)
    references budgeting_budgets (workspace_id, id) on delete cascade
);
call kernel_secure_by_workspace('budgeting_amounts');

-- Counted amounts by category and month or year. part_amounts contains the amounts by day of the month, or by month of
-- the year.
create table budgeting_totals (
  workspace_id uuid not null,
  category_id uuid not null,
  span text not null check (span in ('day', 'month', 'year')),
  first_day date not null,
  amount numeric not null,
  count bigint not null default 0,
  part_amounts numeric[] not null default '{}',
  part_counts integer[] not null default '{}',
  primary key (workspace_id, category_id, span, first_day)
) with (fillfactor = 80);
call kernel_secure_by_workspace('budgeting_totals');

-- Counted amounts by account and month or year. part_amounts contains the amounts by day of the month, or by month of
-- the year.
create table budgeting_account_totals (
  workspace_id uuid not null,
  account_id uuid not null,
  type text not null check (type in ('expense', 'income')),
  span text not null check (span in ('day', 'month', 'year')),
  first_day date not null,
  amount numeric not null,
  count bigint not null,
  part_amounts numeric[] not null default '{}',
  part_counts integer[] not null default '{}',
  primary key (workspace_id, account_id, type, span, first_day)
) with (fillfactor = 80);
call kernel_secure_by_workspace('budgeting_account_totals');
