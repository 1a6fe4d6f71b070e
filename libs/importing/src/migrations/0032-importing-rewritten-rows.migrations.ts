import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Rewritten extends Migration {
  override up(): void {
    this.addSql(`
      -- What rules made of the row's description, notes and category when it was entered; null where nothing.
      alter table importing_rows add rewritten jsonb;`);
  }

  override down(): void {
    this.addSql(`alter table importing_rows drop rewritten;`);
  }
}

export const rewrittenRows: NamedMigration = { name: '0032-importing-rewritten-rows', class: Rewritten };
