import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class LowAccounts extends Migration {
  override up(): void {
    this.addSql(`
      alter table ledger_accounts add column is_low boolean not null default false;
      set local role centavo_operator;
      update ledger_accounts set is_low = true
      where alert_threshold is not null and case kind when 'asset' then position < alert_threshold else -position > alert_threshold end;
      reset role;`);
  }

  override down(): void {
    this.addSql(`alter table ledger_accounts drop column is_low;`);
  }
}

/** An account remembers whether it was last told to be beyond its alert threshold. */
export const lowAccounts: NamedMigration = { name: '0104-ledger-low-accounts', class: LowAccounts };
