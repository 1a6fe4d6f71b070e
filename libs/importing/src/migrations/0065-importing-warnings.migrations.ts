import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Warnings extends Migration {
  override up(): void {
    this.addSql(`
      -- What the reading of the statement leaves in doubt.
      alter table importing_imports add warnings jsonb not null default '[]';
      -- Null where a person has not decided: then the bank's own word, NOT_BOOKED, excludes the row.
      alter table importing_rows alter excluded drop default, alter excluded drop not null;`);
  }

  override down(): void {
    this.addSql(`
      update importing_rows set excluded = warnings @> '[{"code": "NOT_BOOKED"}]' where excluded is null;
      alter table importing_rows alter excluded set default false, alter excluded set not null;
      alter table importing_imports drop warnings;`);
  }
}

/** An import says what its statement leaves in doubt, and rows that the bank has not booked are left out. */
export const warnings: NamedMigration = { name: '0065-importing-warnings', class: Warnings };
