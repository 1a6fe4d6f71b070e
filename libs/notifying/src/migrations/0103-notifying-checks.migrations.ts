import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Checks extends Migration {
  override up(): void {
    this.addSql(`
      -- Workspaces whose figures moved and may have crossed a line; each mark stays until it was looked at.
      create table notifying_checks (
        workspace_id uuid not null,
        id bigint not null generated always as identity,
        primary key (workspace_id, id)
      );`);
    this.addSql(secureByWorkspace('notifying_checks'));
  }

  override down(): void {
    this.addSql(`drop table notifying_checks;`);
  }
}

/** What is noticed after a commit is not forgotten by a crash. */
export const checks: NamedMigration = { name: '0103-notifying-checks', class: Checks };
