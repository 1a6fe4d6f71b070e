import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Directed extends Migration {
  override up(): void {
    this.addSql(`drop function if exists invoicing_directed(uuid);`);
  }

  override down(): void {}
}

/** Drops a function, because `create or replace` cannot change the columns that it returns. */
export const directed: NamedMigration = { name: '0026-invoicing-directed', class: Directed };
