import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class DeliveriesToldApart extends Migration {
  override up(): void {
    this.addSql(`
      -- Queued by a replay, long after its event.
      alter table notifying_deliveries add column is_replay boolean not null default false;
      -- What happened before is still delivered where the webhook was paused since; null while it is active.
      alter table notifying_webhooks add column active_until timestamptz(3);
      update notifying_webhooks set active_until = updated_at where status <> 'active';`);
  }

  override down(): void {
    this.addSql(`
      alter table notifying_deliveries drop column is_replay;
      alter table notifying_webhooks drop column active_until;`);
  }
}

/** Replays are not counted as late, and what happens just before a pause is not lost. */
export const deliveriesToldApart: NamedMigration = {
  name: '0150-notifying-deliveries-told-apart',
  class: DeliveriesToldApart,
};
