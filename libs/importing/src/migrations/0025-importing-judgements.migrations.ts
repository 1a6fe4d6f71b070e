import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Judgements extends Migration {
  override up(): void {
    this.addSql(`
      -- What the rows of a draft were judged by: what there was in the ledger, and which rules.
      -- The categories that a commit made, with how many rows asked for each.
      alter table importing_imports add judged_by text, add new_categories json not null default '[]';`);
  }

  override down(): void {
    this.addSql(`alter table importing_imports drop new_categories, drop judged_by;`);
  }
}

export const judgements: NamedMigration = { name: '0025-importing-judgements', class: Judgements };
