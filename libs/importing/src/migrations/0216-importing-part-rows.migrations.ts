import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class PartRows extends Migration {
  override up(): void {
    this.addSql(`
      create index importing_rows_parts on importing_rows (workspace_id, import_id, index) where installment_months is not null;`);
  }

  override down(): void {
    this.addSql(`drop index importing_rows_parts;`);
  }
}

/** Rows that are parts of purchases in installments are found among all rows of an account's imports. */
export const partRows: NamedMigration = { name: '0216-importing-part-rows', class: PartRows };
