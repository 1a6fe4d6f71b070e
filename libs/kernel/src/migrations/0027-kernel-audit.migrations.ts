import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { secureByWorkspace } from '../database/named-migration.migrations.js';

class AuditEntries extends Migration {
  override up(): void {
    this.addSql(`
      -- Who did what, and when: a line for each act that changed something (decision 0031).
      create table kernel_audit_entries (
        workspace_id uuid not null,
        id uuid not null,
        at timestamptz(3) not null,
        actor_kind text not null check (actor_kind in ('api_key', 'oauth_grant', 'person', 'command_line')),
        actor_id uuid,
        actor_name text,
        action text not null,
        resource_id text,
        fields text[] not null,
        request_id text,
        primary key (workspace_id, id)
      );
      create index kernel_audit_entries_of_resource on kernel_audit_entries (workspace_id, resource_id, id)
        where resource_id is not null;`);
    this.addSql(secureByWorkspace('kernel_audit_entries'));
    this.addSql(`
      create function kernel_audit_log(workspace uuid) returns setof kernel_audit_entries language sql stable as $$
        select * from kernel_audit_entries where workspace_id = workspace
      $$;`);
    // Nobody who serves or administers can change what is written there, or take it away.
    this.addSql(`revoke update, delete, truncate on kernel_audit_entries from centavo_app, centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop function kernel_audit_log; drop table kernel_audit_entries;`);
  }
}

export const audit: NamedMigration = { name: '0027-kernel-audit', class: AuditEntries };
