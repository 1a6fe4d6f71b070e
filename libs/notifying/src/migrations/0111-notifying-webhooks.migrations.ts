import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      -- Who wants to be told of which events (decision 0055).
      create table notifying_webhooks (
        workspace_id uuid not null,
        id uuid not null,
        url text not null,
        types text[] not null,
        description text,
        status text not null check (status in ('active', 'paused', 'disabled')),
        disabled_reason text,
        secret_hint text not null,
        sealed_secret bytea not null,
        -- Signs too until then, after the secret was changed.
        sealed_previous_secret bytea,
        previous_secret_until timestamptz(3),
        -- What happened before is not delivered, but for a replay.
        active_since timestamptz(3) not null,
        -- When the first of the failures was that nothing else came after.
        failing_since timestamptz(3),
        last_delivered_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create table notifying_deliveries (
        workspace_id uuid not null,
        id uuid not null,
        webhook_id uuid not null,
        event_id uuid not null,
        event_type text not null,
        -- Where the event stands in the outbox; null for a test, which has its body here.
        event_xid xid8,
        event_seq bigint,
        test_body text,
        status text not null check (status in ('pending', 'delivered', 'failed')),
        attempts jsonb not null default '[]',
        -- How many attempts there were since it was queued, or retried by hand.
        tries smallint not null default 0,
        -- While an attempt is under way: when others take it over if its process has died.
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (workspace_id, id),
        check ((status = 'pending') = (next_attempt_at is not null)),
        check ((event_xid is null) = (test_body is not null))
      );
      create index notifying_deliveries_of_webhook on notifying_deliveries (workspace_id, webhook_id, id);
      create index notifying_deliveries_failed on notifying_deliveries (workspace_id, webhook_id, id) where status = 'failed';
      create index notifying_deliveries_due on notifying_deliveries ((tries > 0), webhook_id, next_attempt_at)
        where status = 'pending';`);
    this.addSql(secureByWorkspace('notifying_webhooks'));
    this.addSql(secureByWorkspace('notifying_deliveries'));
  }

  override down(): void {
    this.addSql(`drop table notifying_deliveries, notifying_webhooks;`);
  }
}

/** Webhooks and what is delivered to them. */
export const webhooks: NamedMigration = { name: '0111-notifying-webhooks', class: Webhooks };
