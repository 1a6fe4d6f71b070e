import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Moves extends Migration {
  override up(): void {
    this.addSql(`
      -- On which server the event was written, of those that its workspace was on.
      alter table notifying_deliveries add column event_epoch int not null default 0;
      -- Marks go along with a workspace to where others have been counted.
      drop trigger kernel_capture on notifying_checks;
      alter table notifying_checks drop constraint notifying_checks_pkey, drop column id;
      alter table notifying_checks add column id uuid not null default gen_random_uuid(), add primary key (workspace_id, id);
      create trigger kernel_capture after insert or update or delete on notifying_checks for each row
        when (current_setting('app.captures', true) <> '') execute function kernel_capture('workspace_id', 'id');`);
  }

  override down(): void {
    this.addSql(`
      alter table notifying_deliveries drop column event_epoch;
      alter table notifying_checks drop constraint notifying_checks_pkey, drop column id;
      alter table notifying_checks
        add column id bigint not null generated always as identity, add primary key (workspace_id, id);`);
  }
}

/** What is to be delivered and looked at goes along with a workspace that is moved (decision 0089). */
export const moves: NamedMigration = { name: '0196-notifying-moves', class: Moves };
