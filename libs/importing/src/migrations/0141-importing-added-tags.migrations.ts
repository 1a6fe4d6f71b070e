import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class AddedTags extends Migration {
  override up(): void {
    this.addSql(`
      -- The tags that rules add to what a row becomes, by the names that they give them; null where there are none.
      alter table importing_rows add tags jsonb;`);
  }

  override down(): void {
    this.addSql(`alter table importing_rows drop tags;`);
  }
}

/** A draft shows the tags that rules will add. */
export const addedTags: NamedMigration = { name: '0141-importing-added-tags', class: AddedTags };
