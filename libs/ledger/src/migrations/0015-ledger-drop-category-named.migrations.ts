import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class DropCategoryNamed extends Migration {
  override up(): void {
    this.addSql(`drop function if exists ledger_category_named(uuid, text, text);`);
  }

  override down(): void {}
}

/** Drops the function that `ledger_categories_named` replaces. */
export const dropCategoryNamed: NamedMigration = { name: '0015-ledger-drop-category-named', class: DropCategoryNamed };
