import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

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

export const accountsAndTransactions: NamedMigration = {
  name: '0006-ledger-accounts-and-transactions',
  recordedAs: '0006-ledger',
  class: Ledger,
};
