import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Books extends Migration {
  override up(): void {
    this.addSql(`
      create table ledger_books (
        workspace_id uuid primary key,
        closed_through date,
        updated_at timestamptz(3) not null
      );
      call kernel_secure_by_workspace('ledger_books');

      -- Calls that changed closed days on request. Rows have the ID of their audit entry.
      create table ledger_book_exceptions (
        workspace_id uuid not null,
        id uuid not null,
        at timestamptz(3) not null,
        actor_kind text not null,
        actor_id uuid,
        action text not null,
        transaction_ids uuid[] not null,
        request_id text,
        primary key (workspace_id, id)
      );
      call kernel_secure_by_workspace('ledger_book_exceptions');

      -- actual_then is the balance of the day at the time since. last_change is the latest row of
      -- ledger_balance_changes at that time. import_id is null unless an import created the assertion.
      create table ledger_assertions (
        workspace_id uuid not null,
        id uuid not null,
        account_id uuid not null,
        date date not null,
        balance bigint not null,
        note text,
        import_id uuid,
        since timestamptz(3) not null,
        actual_then bigint not null,
        last_change bigint not null default 0,
        broken_since timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint ledger_assertions_day unique (workspace_id, account_id, date),
        constraint ledger_assertions_account foreign key (workspace_id, account_id)
          references ledger_accounts (workspace_id, id) on delete cascade
      );
      call kernel_secure_by_workspace('ledger_assertions');

      -- Changes to the amount that a transaction, or the opening balance, adds to the balance of an account with later
      -- assertions. A side without a day has no effect on the balance.
      create table ledger_balance_changes (
        workspace_id uuid not null,
        account_id uuid not null,
        number bigint not null generated always as identity,
        at timestamptz(3) not null,
        actor_kind text not null,
        actor_id uuid,
        actor_name text,
        kind text not null check (kind in ('created', 'edited', 'moved', 'trashed', 'restored', 'imported')),
        transaction_id uuid,
        day_before date,
        amount_before bigint,
        day date,
        amount bigint,
        primary key (workspace_id, account_id, number),
        constraint ledger_balance_changes_account foreign key (workspace_id, account_id)
          references ledger_accounts (workspace_id, id) on delete cascade
      );
      call kernel_secure_by_workspace('ledger_balance_changes');`);
  }

  override down(): void {
    this.addSql(`
      drop function if exists ledger_guard_books() cascade;
      drop function if exists ledger_guard_openings() cascade;
      drop table ledger_balance_changes, ledger_assertions, ledger_book_exceptions, ledger_books;`);
  }
}

/** Adds closed months, asserted balances and the changes that explain them. */
export const books: NamedMigration = { name: '0019-ledger-books', class: Books };
