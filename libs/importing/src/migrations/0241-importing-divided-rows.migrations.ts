import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class DividedRows extends Migration {
  override up(): void {
    this.addSql(`
      -- The parts into which a file divides a movement: [{"amount": "723363", "category": "Intereses", "notes": null}].
      alter table importing_rows add parts jsonb;`);
  }

  override down(): void {
    this.addSql(`alter table importing_rows drop parts;`);
  }
}

/** Rows of drafts that are entered in parts. */
export const dividedRows: NamedMigration = { name: '0241-importing-divided-rows', class: DividedRows };
