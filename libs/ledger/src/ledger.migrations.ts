import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';
import { DebtFigures } from './debts/debts.migrations.js';
import { accountDayMigrations } from './net-worth/account-days.migrations.js';
import { StatementEntries } from './statement-entries.migrations.js';
import { ImportRows } from './import-rows.migrations.js';
import { CategoryActivity } from './category-activity.migrations.js';

class Ledger extends Migration {
  override up(): void {
    this.addSql(ACCOUNTS);
    this.addSql(CATEGORIES);
    this.addSql(TRANSACTIONS);
    this.addSql(BASE_RATE);
    for (const table of ['ledger_accounts', 'ledger_categories', 'ledger_transactions', 'ledger_splits']) {
      this.addSql(secureByWorkspace(table));
    }
  }

  override down(): void {
    this.addSql(`
      drop function ledger_base_rate;
      drop table ledger_splits, ledger_transactions, ledger_categories, ledger_accounts;`);
  }
}

const ACCOUNTS = `
  -- position is what the owner has in the account, in minor units: positive for an asset, negative for money owed.
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
    position bigint not null
      constraint ledger_accounts_position_range check (position between -99999999999999999 and 99999999999999999),
    fx_mode text not null check (fx_mode in ('auto', 'fixed')),
    fixed_rate bigint check ((fx_mode = 'fixed') = (fixed_rate is not null)),
    apy text,
    alert_threshold bigint,
    status text not null check (status in ('active', 'archived', 'closed')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id)
  ) with (fillfactor = 80);`;

const CATEGORIES = `
  create table ledger_categories (
    workspace_id uuid not null,
    id uuid not null,
    name text not null,
    folded_name text not null generated always as (fold_text(name)) stored,
    parent_id uuid,
    kind text not null check (kind in ('expense', 'income')),
    archived_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (workspace_id, id),
    constraint ledger_categories_parent foreign key (workspace_id, parent_id)
      references ledger_categories (workspace_id, id)
  );
  create unique index ledger_categories_name on ledger_categories
    (workspace_id, kind, parent_id, folded_name) nulls not distinct;
  create index ledger_categories_children on ledger_categories (workspace_id, parent_id);`;

const TRANSACTIONS = `
  -- Amounts are minor units; signed_amount is the effect on the owner's position in the account, 0 without one.
  create table ledger_transactions (
    workspace_id uuid not null,
    id uuid not null,
    account_id uuid,
    type text not null check (type in ('expense', 'income', 'transfer', 'adjustment',
      'lent', 'borrowed', 'repayment_received', 'repayment_made')),
    date date not null,
    description text not null,
    notes text,
    search_text text not null
      generated always as (fold_text(description) || E'\\n' || coalesce(fold_text(notes), '')) stored,
    amount bigint not null check (amount <> 0 and (amount > 0 or type = 'adjustment')),
    currency text not null,
    signed_amount bigint not null,
    category_id uuid,
    contact_id uuid,
    to_account_id uuid,
    to_amount bigint check (to_amount > 0),
    to_currency text,
    to_rate numeric(30, 8),
    external_id text,
    import_id uuid,
    imported_description text,
    split_count smallint not null default 0,
    base_rate bigint,
    base_amount bigint,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    deleted_at timestamptz(3),
    primary key (workspace_id, id),
    check ((type = 'transfer') = (to_account_id is not null)),
    constraint ledger_transactions_account foreign key (workspace_id, account_id)
      references ledger_accounts (workspace_id, id),
    constraint ledger_transactions_receiver foreign key (workspace_id, to_account_id)
      references ledger_accounts (workspace_id, id),
    constraint ledger_transactions_category foreign key (workspace_id, category_id)
      references ledger_categories (workspace_id, id)
  );
  create index ledger_transactions_by_date on ledger_transactions (workspace_id, date desc, id desc)
    where deleted_at is null;
  create index ledger_transactions_by_account on ledger_transactions (workspace_id, account_id, date desc, id desc);
  create index ledger_transactions_by_receiver on ledger_transactions (workspace_id, to_account_id, date desc, id desc)
    where to_account_id is not null;
  create index ledger_transactions_by_category on ledger_transactions (workspace_id, category_id, date desc, id desc)
    where category_id is not null;
  create index ledger_transactions_by_contact on ledger_transactions (workspace_id, contact_id, date, id)
    where contact_id is not null;
  create index ledger_transactions_by_import on ledger_transactions (workspace_id, import_id)
    where import_id is not null;
  create index ledger_transactions_by_update on ledger_transactions (workspace_id, updated_at, id);
  create index ledger_transactions_trash on ledger_transactions (workspace_id, deleted_at desc, id desc)
    where deleted_at is not null;
  create unique index ledger_transactions_external_id on ledger_transactions (workspace_id, account_id, external_id)
    where external_id is not null and deleted_at is null;
  create table ledger_splits (
    workspace_id uuid not null,
    transaction_id uuid not null,
    ordinal smallint not null,
    type text not null check (type in ('expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made')),
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
  create index ledger_splits_by_category on ledger_splits (workspace_id, category_id, transaction_id)
    where category_id is not null;
  create index ledger_splits_by_contact on ledger_splits (workspace_id, contact_id, transaction_id)
    where contact_id is not null;`;

const BASE_RATE = `
  -- At what rate an amount of a day counts in the workspace's base currency: an account with a rate of its own takes that,
  -- any other the rate in force on the day. Null where there is none.
  create function ledger_base_rate(workspace uuid, account uuid, currency text, base text, on_day date)
  returns bigint language sql stable parallel safe as $$
    select coalesce(
      (select fixed_rate from ledger_accounts where workspace_id = workspace and id = account and fx_mode = 'fixed'),
      (select rate from fx_rate_on(workspace, currency, base, on_day)))
  $$;`;

const STAMP = stampFunction('');
const STAMP_UNLESS_KEPT = stampFunction(`
        if current_setting('app.keeps_stamps', true) = 'on' then
          return new;
        end if;`);

function stampFunction(unless: string): string {
  return `
      create or replace function ledger_stamp_change() returns trigger language plpgsql as $$
      begin${unless}
        new.updated_at := date_trunc('milliseconds', statement_timestamp());
        if tg_op = 'INSERT' then
          new.created_at := new.updated_at;
        end if;
        return new;
      end $$;`;
}

class ChangeStamps extends Migration {
  override up(): void {
    // Stamped here and not by the writers, so that no change of a row goes without, and by the clock of the statement,
    // which begins after its work has said since when it runs (decision 0011).
    this.addSql(STAMP);
    this.addSql(`
      create trigger ledger_transactions_stamp before insert or update on ledger_transactions
        for each row execute function ledger_stamp_change();`);
  }

  override down(): void {
    this.addSql(`drop trigger ledger_transactions_stamp on ledger_transactions; drop function ledger_stamp_change;`);
  }
}

class KeptStamps extends Migration {
  override up(): void {
    this.addSql(STAMP_UNLESS_KEPT);
    this.addSql(`
      -- From here to the end of its transaction, a unit of work enters transactions with the times that they had.
      create function ledger_keep_stamps() returns void language sql volatile as $$
        select set_config('app.keeps_stamps', 'on', true)
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function ledger_keep_stamps;`);
    this.addSql(STAMP);
  }
}

class Filing extends Migration {
  override up(): void {
    this.addSql(FILED_BY);
    this.addSql(FOLLOWED);
    this.addSql(secureByWorkspace('ledger_followed_workspaces'));
    this.addSql(LIVE_TRANSACTIONS);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_accounts_known, ledger_latest_change, ledger_changed_transactions, ledger_live_transactions;
      drop table ledger_followed_workspaces;
      alter table ledger_transactions drop column filed_by;`);
  }
}

const FILED_BY = `
  -- Who chose the category where it was no person: null beside a category is a person's choice.
  alter table ledger_transactions add column filed_by text
    constraint ledger_transactions_filed_by
      check (filed_by is null or (filed_by in ('rule', 'import') and category_id is not null));`;

const FOLLOWED = `
  -- The workspaces in which somebody above wants to hear of every new transaction (decision 0022).
  create table ledger_followed_workspaces (
    workspace_id uuid not null,
    follower text not null,
    primary key (workspace_id, follower)
  );`;

const LIVE_TRANSACTIONS = `
  -- The live transactions of a workspace as others may look at them: texts also folded, in the form that q compares, and
  -- who chose the category. The search text holds both folded texts, in two lines.
  create function ledger_live_transactions(workspace uuid)
  returns table (id uuid, account_id uuid, type text, date date, description text, notes text, folded_description text,
    folded_notes text, amount bigint, currency text, category_id uuid, category_source text, split_count smallint,
    import_id uuid)
  language sql stable parallel safe as $$
    select t.id, t.account_id, t.type, t.date, t.description, t.notes, split_part(t.search_text, E'\n', 1),
      case when t.notes is not null then split_part(t.search_text, E'\n', 2) end, t.amount, t.currency, t.category_id,
      case when t.category_id is not null then coalesce(t.filed_by, 'person') end, t.split_count, t.import_id
    from ledger_transactions t
    where t.workspace_id = workspace and t.deleted_at is null
  $$;
  -- Which transactions, live or in the trash, changed at an instant or after it.
  create function ledger_changed_transactions(workspace uuid, since timestamptz) returns table (id uuid)
  language sql stable parallel safe as $$
    select t.id from ledger_transactions t where t.workspace_id = workspace and t.updated_at >= since
  $$;
  -- When a transaction changed last, read from the end of the index by changes.
  create function ledger_latest_change(workspace uuid) returns timestamptz language sql stable parallel safe as $$
    select t.updated_at from ledger_transactions t where t.workspace_id = workspace order by t.updated_at desc limit 1
  $$;
  -- Which of these accounts there are.
  create function ledger_accounts_known(workspace uuid, ids uuid[]) returns table (id uuid)
  language sql stable parallel safe as $$
    select a.id from ledger_accounts a where a.workspace_id = workspace and a.id = any(ids)
  $$;`;

export const ledgerMigrations: NamedMigration[] = [
  { name: '0006-ledger', class: Ledger },
  { name: '0008-ledger-statement-entries', class: StatementEntries },
  { name: '0009-ledger-change-stamps', class: ChangeStamps },
  { name: '0013-ledger-import-rows', class: ImportRows },
  { name: '0018-ledger-debts', class: DebtFigures },
  ...accountDayMigrations,
  { name: '0016-ledger-category-activity', class: CategoryActivity },
  { name: '0020-ledger-filing', class: Filing },
  { name: '0024-ledger-kept-stamps', class: KeptStamps },
];
