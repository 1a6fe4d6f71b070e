import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

/** Totals say of how many parts they are, and are there by account too, whatever has a category or not. */
class AccountTotals extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(secureByWorkspace('budgeting_account_totals'));
    this.addSql(FILL);
    this.addSql(FUNCTIONS);
  }

  override down(): void {
    this.addSql(`
      drop function budgeting_category_totals_of, budgeting_account_totals_of;
      drop table budgeting_account_totals;
      alter table budgeting_totals drop column count;`);
  }
}

const TABLES = `
  -- Of how many transactions and parts the amount is. A process of the version before writes rows without it.
  alter table budgeting_totals add count bigint not null default 0;
  -- What live transactions of an account count as expense or as income on a day, in a month and in a year, in minor units
  -- of the base currency: spending adds, earning takes away (decision 0050).
  create table budgeting_account_totals (
    workspace_id uuid not null,
    account_id uuid not null,
    type text not null check (type in ('expense', 'income')),
    span text not null check (span in ('day', 'month', 'year')),
    first_day date not null,
    amount numeric not null,
    count bigint not null,
    primary key (workspace_id, account_id, type, span, first_day)
  ) with (fillfactor = 80);`;

// Row-level security binds the owner of the tables too, so that this is an administrator's work.
const FILL = `
  set local role centavo_operator;
  insert into budgeting_account_totals (workspace_id, account_id, type, span, first_day, amount, count)
  select workspace_id, account_id, type, span, date_trunc(span, day::timestamp)::date, sum(amount), count(*)
  from ledger_live_activity(null) cross join unnest(array['day', 'month', 'year']) as span
  group by 1, 2, 3, 4, 5;
  update budgeting_totals kept set count = due.count from (
    select workspace_id, category_id, span, date_trunc(span, day::timestamp)::date as first_day, count(*) as count
    from ledger_live_activity(null) cross join unnest(array['day', 'month', 'year']) as span
    where category_id is not null group by 1, 2, 3, 4) due
  where (kept.workspace_id, kept.category_id, kept.span, kept.first_day)
    = (due.workspace_id, due.category_id, due.span, due.first_day);
  insert into budgeting_totals (workspace_id, category_id, span, first_day, amount, count)
  select workspace_id, category_id, span, date_trunc(span, day::timestamp)::date, sum(amount), count(*)
  from ledger_live_activity(null) cross join unnest(array['day', 'month', 'year']) as span
  where category_id is not null group by 1, 2, 3, 4
  on conflict do nothing;
  reset role;`;

const FUNCTIONS = `
  -- The totals of a category over spans of one length that begin on or after one day and before another: one range of the key.
  create function budgeting_category_totals_of(workspace uuid, category uuid, of_span text, from_day date, before_day date)
  returns table (first_day date, amount numeric, count bigint) language sql stable parallel safe as $$
    select t.first_day, t.amount, t.count from budgeting_totals t
    where t.workspace_id = workspace and t.category_id = category and t.span = of_span
      and t.first_day >= from_day and t.first_day < before_day
  $$;
  -- The same of an account and what its transactions count as.
  create function budgeting_account_totals_of(workspace uuid, account uuid, of_type text, of_span text, from_day date,
    before_day date)
  returns table (first_day date, amount numeric, count bigint) language sql stable parallel safe as $$
    select t.first_day, t.amount, t.count from budgeting_account_totals t
    where t.workspace_id = workspace and t.account_id = account and t.type = of_type and t.span = of_span
      and t.first_day >= from_day and t.first_day < before_day
  $$;`;

export const accountTotals: NamedMigration = { name: '0092-budgeting-account-totals', class: AccountTotals };
