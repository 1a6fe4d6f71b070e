import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Likeness extends Migration {
  override up(): void {
    this.addSql(`
      -- The transaction entered by hand that a row may be, and whether other rows of the file have its external id.
      alter table importing_rows add possible_duplicate_of uuid, add shares_external_id boolean not null default false;
      create index importing_rows_possible_duplicates on importing_rows (workspace_id, import_id)
        where possible_duplicate_of is not null;`);
  }

  override down(): void {
    this.addSql(`alter table importing_rows drop possible_duplicate_of, drop shares_external_id;`);
  }
}

/** Rows keep the likenesses that make them no duplicates. */
export const likeness: NamedMigration = { name: '0210-importing-likeness', class: Likeness };
