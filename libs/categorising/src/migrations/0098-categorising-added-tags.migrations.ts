import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class AddedTags extends Migration {
  override up(): void {
    this.addSql(`alter table categorising_changes add column added_tag_ids uuid[];`);
  }

  override down(): void {
    this.addSql(`alter table categorising_changes drop column added_tag_ids;`);
  }
}

/** A run of rules knows which tags it added to a transaction, to take them away again. */
export const addedTags: NamedMigration = { name: '0098-categorising-added-tags', class: AddedTags };
