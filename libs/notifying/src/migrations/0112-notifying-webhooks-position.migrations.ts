import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class WebhooksPosition extends Migration {
  override up(): void {
    this.addSql(`
      insert into notifying_consumers (name, seen) values ('webhooks', pg_current_snapshot()::text) on conflict do nothing;`);
  }

  override down(): void {
    this.addSql(`delete from notifying_consumers where name = 'webhooks';`);
  }
}

/** Events are sent to webhooks from the first one of a database on, also those of before the first look at them. */
export const webhooksPosition: NamedMigration = {
  name: '0112-notifying-webhooks-position',
  class: WebhooksPosition,
};
