import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class TransactionsToldApart extends Migration {
  override up(): void {
    this.addSql(`
      alter table ledger_transactions alter column workspace_id set statistics -1;
      analyze ledger_transactions (workspace_id);`);
  }

  override down(): void {
    this.addSql(`alter table ledger_transactions alter column workspace_id set statistics 0;`);
  }
}

/** That a workspace has many transactions is known, so that a page of them is read from the index of its order (decision 0090). */
export const transactionsToldApart: NamedMigration = {
  name: '0200-ledger-transactions-told-apart',
  class: TransactionsToldApart,
};
