import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class TagsWithoutNull extends Migration {
  override up(): void {
    this.addSql(`
      set local role centavo_operator;
      update planning_schedules set tags = array_replace(tags, null, 'NULL') where array_position(tags, null) is not null;
      reset role;
      alter table planning_schedules add constraint planning_schedules_tags_without_null check (array_position(tags, null) is null);`);
  }

  override down(): void {
    this.addSql(`alter table planning_schedules drop constraint planning_schedules_tags_without_null;`);
  }
}

/** Restores the tag NULL, which earlier versions stored as a null element, and rejects null elements. */
export const tagsWithoutNull: NamedMigration = {
  name: '0201-planning-tags-without-null',
  class: TagsWithoutNull,
};
