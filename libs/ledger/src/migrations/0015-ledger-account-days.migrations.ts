import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

/** What each account gained or lost on each day, so that its past balances need not be summed (decision 0017). */
class AccountDays extends Migration {
  override up(): void {
    this.addSql(DAYS);
    this.addSql(secureByWorkspace('ledger_account_days'));
    this.addSql(`
      insert into ledger_account_days (workspace_id, account_id, day, moved, entries)
      select workspace_id, account_id, day, sum(moved), sum(entries)
      from (${sidesOf('ledger_transactions', '')}) side group by workspace_id, account_id, day;`);
    this.addSql(DAY_FUNCTIONS);
    for (const [operation, tables] of DAY_TRIGGERS) {
      this.addSql(`
        create trigger ledger_transactions_days_${operation} after ${operation} on ledger_transactions
          referencing ${tables} for each statement execute function ledger_keep_days_${operation}();`);
    }
    // What a changed rate touches of the debts without an account is found without looking at anything else.
    this.addSql(
      `create index ledger_transactions_unplaced on ledger_transactions (workspace_id, date) where account_id is null;`,
    );
  }

  override down(): void {
    this.addSql(`
      drop index ledger_transactions_unplaced;
      ${DAY_TRIGGERS.map(([operation]) => `drop trigger ledger_transactions_days_${operation} on ledger_transactions;`).join('\n')}
      drop function ledger_keep_days_insert, ledger_keep_days_update, ledger_keep_days_delete;
      drop table ledger_account_days;`);
  }
}

export const DAY_TRIGGERS: readonly (readonly [string, string])[] = [
  ['insert', 'new table as entered'],
  ['update', 'old table as gone new table as entered'],
  ['delete', 'old table as gone'],
];

const DAYS = `
  -- moved is the change of the position by the live transactions of the day, both sides of transfers, in minor units;
  -- entries is how many those sides are.
  create table ledger_account_days (
    workspace_id uuid not null,
    account_id uuid not null,
    day date not null,
    moved bigint not null,
    entries integer not null,
    primary key (workspace_id, account_id, day) include (moved, entries),
    constraint ledger_account_days_account foreign key (workspace_id, account_id)
      references ledger_accounts (workspace_id, id) on delete cascade
  ) with (fillfactor = 80);`;

/** The sides of live transactions in a table, each with its day; taken away with the sign. */
function sidesOf(table: string, sign: '' | '-'): string {
  return `
    select workspace_id, account_id, date as day, ${sign}signed_amount as moved, ${sign}1 as entries
    from ${table} where deleted_at is null and account_id is not null
    union all
    select workspace_id, to_account_id, date, ${sign}to_amount, ${sign}1
    from ${table} where deleted_at is null and to_account_id is not null`;
}

/** A trigger's function that adds what a statement did to the days, in the order in which everybody holds them. */
function keeping(operation: string, sides: string): string {
  return `
    create function ledger_keep_days_${operation}() returns trigger language plpgsql as $$
    begin
      insert into ledger_account_days as kept (workspace_id, account_id, day, moved, entries)
      select workspace_id, account_id, day, sum(moved), sum(entries) from (${sides}) side
      group by workspace_id, account_id, day having sum(moved) <> 0 or sum(entries) <> 0
      order by workspace_id, account_id, day
      on conflict (workspace_id, account_id, day)
        do update set moved = kept.moved + excluded.moved, entries = kept.entries + excluded.entries;
      return null;
    end $$;`;
}

export const DAY_FUNCTIONS = [
  keeping('insert', sidesOf('entered', '')),
  keeping('update', `${sidesOf('gone', '-')} union all ${sidesOf('entered', '')}`),
  keeping('delete', sidesOf('gone', '-')),
].join('\n');

export const accountDays: NamedMigration = { name: '0015-ledger-account-days', class: AccountDays };
