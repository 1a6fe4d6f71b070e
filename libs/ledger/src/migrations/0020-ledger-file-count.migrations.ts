import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class FileCount extends Migration {
  override up(): void {
    this.addSql(`
      alter table ledger_transactions add column file_count smallint not null default 0
        constraint ledger_transactions_file_count check (file_count between 0 and 10);`);
    this.addSql(`
      create index ledger_transactions_with_files on ledger_transactions (workspace_id, date desc, id desc)
        where file_count > 0 and deleted_at is null;`);
  }

  override down(): void {
    this.addSql(`alter table ledger_transactions drop column file_count;`);
  }
}

/** Adds a column for the number of live files of each transaction, at most ten. */
export const fileCount: NamedMigration = { name: '0020-ledger-file-count', class: FileCount };
