import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Budgets extends Migration {
  override up(): void {
    this.addSql(BUDGETS);
    this.addSql(TOTALS);
    for (const table of ['budgeting_budgets', 'budgeting_amounts', 'budgeting_totals']) {
      this.addSql(secureByWorkspace(table));
    }
    this.addSql(FILL_TOTALS);
  }

  override down(): void {
    this.addSql(`drop table budgeting_totals, budgeting_amounts, budgeting_budgets;`);
  }
}

const BUDGETS = `
  create table budgeting_budgets (
    workspace_id uuid not null,
    id uuid not null,
    category_id uuid not null,
    type text not null check (type in ('expense', 'income')),
    repeat text not null check (repeat in ('month', 'year', 'once', 'week', 'two_weeks')),
    start_date date not null,
    repeat_until date check (repeat_until >= start_date),
    -- The first day of the cycle in which rollover was last switched on; null while it is off.
    rollover_since date,
    account_id uuid,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id)
  );
  create index budgeting_budgets_by_category on budgeting_budgets (workspace_id, category_id);
  -- What a budget plans per cycle, in minor units of the base currency, for cycles that begin on or after a day.
  create table budgeting_amounts (
    workspace_id uuid not null,
    budget_id uuid not null,
    since date not null,
    amount bigint not null check (amount > 0),
    primary key (workspace_id, budget_id, since),
    constraint budgeting_amounts_budget foreign key (workspace_id, budget_id)
      references budgeting_budgets (workspace_id, id) on delete cascade
  );`;

const TOTALS = `
  -- What live transactions count under a category on a day, in a month and in a year, in minor units of the base currency:
  -- spending adds, earning takes away (decision 0018).
  create table budgeting_totals (
    workspace_id uuid not null,
    category_id uuid not null,
    span text not null check (span in ('day', 'month', 'year')),
    first_day date not null,
    amount numeric not null,
    primary key (workspace_id, category_id, span, first_day)
  ) with (fillfactor = 80);`;

// Row-level security binds the owner of the tables too, so that this is an administrator's work.
const FILL_TOTALS = `
  set local role centavo_operator;
  insert into budgeting_totals (workspace_id, category_id, span, first_day, amount)
  select workspace_id, category_id, span, date_trunc(span, day::timestamp)::date, sum(amount)
  from ledger_live_activity(null) cross join unnest(array['day', 'month', 'year']) as span
  group by 1, 2, 3, 4;
  reset role;`;

export const budgets: NamedMigration = { name: '0017-budgeting-budgets', class: Budgets };
