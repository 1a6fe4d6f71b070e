import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { DAY_FUNCTIONS, DAY_TRIGGERS } from './0015-ledger-account-days.migrations.js';

/** Positions and days of accounts are moved by the statements that follow events, and no longer by triggers. */
class BalancesFollowEvents extends Migration {
  override up(): void {
    for (const [operation] of DAY_TRIGGERS) {
      this.addSql(`
        drop trigger ledger_transactions_days_${operation} on ledger_transactions;
        drop function ledger_keep_days_${operation};`);
    }
  }

  override down(): void {
    this.addSql(DAY_FUNCTIONS);
    for (const [operation, tables] of DAY_TRIGGERS) {
      this.addSql(`
        create trigger ledger_transactions_days_${operation} after ${operation} on ledger_transactions
          referencing ${tables} for each statement execute function ledger_keep_days_${operation}();`);
    }
  }
}

export const balancesFollowEvents: NamedMigration = {
  name: '0052-ledger-balances-follow-events',
  class: BalancesFollowEvents,
};
