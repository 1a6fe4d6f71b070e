import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { secureByWorkspace } from '../database/named-migration.migrations.js';

class Outbox extends Migration {
  override up(): void {
    this.addSql(`
      -- What happened, written in the transaction of its change (decision 0053).
      create table kernel_outbox (
        workspace_id uuid not null,
        -- The transaction that wrote it: whether a reader has seen it follows from the reader's snapshot.
        xid xid8 not null default pg_current_xact_id(),
        seq bigint not null generated always as identity,
        id uuid not null,
        at timestamptz(3) not null,
        type text not null,
        subject_id text not null,
        changed text[] not null,
        data jsonb not null,
        actor_kind text not null,
        actor_id uuid,
        actor_name text,
        request_id text,
        primary key (workspace_id, xid, seq)
      );
      create index kernel_outbox_of_all on kernel_outbox (xid, seq);`);
    this.addSql(secureByWorkspace('kernel_outbox'));
    this.addSql(`
      revoke update, truncate on kernel_outbox from centavo_app, centavo_operator;
      -- The front door for those who read it.
      create function kernel_outbox_events() returns setof kernel_outbox language sql stable as $$
        select * from kernel_outbox
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function kernel_outbox_events; drop table kernel_outbox;`);
  }
}

/** The outbox: every event of the feed and of webhooks. */
export const outbox: NamedMigration = { name: '0100-kernel-outbox', class: Outbox };
