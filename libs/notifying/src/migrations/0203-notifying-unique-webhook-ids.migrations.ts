import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class UniqueWebhookIds extends Migration {
  override up(): void {
    this.addSql(`
      set local role centavo_operator;
      -- A form took the ID from its sender: the first record keeps it.
      update notifying_webhooks t set id = ordered_id((extract(epoch from t.created_at) * 1000)::bigint, 1)
      where exists (select from notifying_webhooks o
        where o.id = t.id and (o.created_at, o.workspace_id) < (t.created_at, t.workspace_id));
      reset role;
      create unique index notifying_webhooks_id on notifying_webhooks (id);`);
  }

  override down(): void {
    this.addSql(`drop index notifying_webhooks_id;`);
  }
}

/** The ID of a webhook is unique across workspaces. */
export const uniqueWebhookIds: NamedMigration = { name: '0203-notifying-unique-webhook-ids', class: UniqueWebhookIds };
