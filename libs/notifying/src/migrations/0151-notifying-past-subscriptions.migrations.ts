import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class PastSubscriptions extends Migration {
  override up(): void {
    this.addSql(`
      -- What a webhook took before a change, for events that were committed before it and are not queued yet.
      create table notifying_past_subscriptions (
        workspace_id uuid not null,
        webhook_id uuid not null,
        id bigint not null generated always as identity,
        -- None where it was not active, or was not there.
        types text[] not null,
        -- Which events it is about: those that were visible then.
        until pg_snapshot not null,
        -- The transaction of the change, whose own events come after it.
        changed_by xid8 not null,
        primary key (workspace_id, webhook_id, id)
      );
      alter table notifying_webhooks drop column active_since, drop column active_until;`);
    this.addSql(secureByWorkspace('notifying_past_subscriptions'));
  }

  override down(): void {
    this.addSql(`
      drop table notifying_past_subscriptions;
      alter table notifying_webhooks
        add column active_since timestamptz(3) not null default now(), add column active_until timestamptz(3);
      alter table notifying_webhooks alter column active_since drop default;
      set local role centavo_operator;
      update notifying_webhooks set active_until = updated_at where status <> 'active';
      reset role;`);
  }
}

/** An event is delivered by what its webhook was when the event was committed. */
export const pastSubscriptions: NamedMigration = {
  name: '0151-notifying-past-subscriptions',
  class: PastSubscriptions,
};
