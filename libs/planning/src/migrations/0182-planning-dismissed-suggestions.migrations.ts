import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class DismissedSuggestions extends Migration {
  override up(): void {
    this.addSql(`
      -- Suggestions of schedules that are not to be made again, by what follows from the merchant, account, type and frequency.
      create table planning_dismissed_suggestions (
        workspace_id uuid not null,
        id uuid not null,
        dismissed_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );`);
    this.addSql(secureByWorkspace('planning_dismissed_suggestions'));
  }

  override down(): void {
    this.addSql(`drop table planning_dismissed_suggestions;`);
  }
}

/** A suggestion that was dismissed stays away. */
export const dismissedSuggestions: NamedMigration = {
  name: '0182-planning-dismissed-suggestions',
  class: DismissedSuggestions,
};
