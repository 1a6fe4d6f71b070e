import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Goals extends Migration {
  override up(): void {
    this.addSql(`alter table ledger_accounts add column set_aside bigint not null default 0;`);
    this.addSql(`alter table ledger_transactions add column goal_id uuid;`);
    this.addSql(`
      alter table ledger_transactions add constraint ledger_transactions_goal check (goal_id is null or type = 'expense');`);
    this.addSql(`
      create index ledger_transactions_by_goal on ledger_transactions (workspace_id, goal_id) where goal_id is not null;`);
  }

  override down(): void {
    this.addSql(`alter table ledger_transactions drop column goal_id;`);
    this.addSql(`alter table ledger_accounts drop column set_aside;`);
  }
}

/** Adds the amounts that goals set aside in accounts, and the goals that pay expenses. */
export const goals: NamedMigration = { name: '0016-ledger-goals', class: Goals };
