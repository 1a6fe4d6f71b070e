import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class WebhookGrants extends Migration {
  override up(): void {
    this.addSql(`
      alter table notifying_webhooks add column grant_id uuid, add column app_name text,
        add column grant_expires_at timestamptz(3);
      create index notifying_webhooks_expiring on notifying_webhooks (grant_expires_at)
        where grant_expires_at is not null and status <> 'disabled';`);
  }

  override down(): void {
    this.addSql(`
      alter table notifying_webhooks drop column grant_id, drop column app_name, drop column grant_expires_at;`);
  }
}

/** A webhook remembers the grant of the app that set its URL, and ends with it. */
export const webhookGrants: NamedMigration = { name: '0257-notifying-webhook-grants', class: WebhookGrants };
