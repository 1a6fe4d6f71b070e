import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { secureByWorkspace } from '../database/named-migration.migrations.js';

class IdempotencyRecords extends Migration {
  override up(): void {
    this.addSql(`
      -- What was answered to a request under its Idempotency-Key, kept for a day. The fingerprint is of the request.
      create table kernel_idempotency_records (
        workspace_id uuid not null,
        key text not null,
        fingerprint bytea not null,
        status smallint not null,
        body text not null,
        created_at timestamptz not null,
        primary key (workspace_id, key)
      );
      create index kernel_idempotency_records_by_age on kernel_idempotency_records (workspace_id, created_at);`);
    this.addSql(secureByWorkspace('kernel_idempotency_records'));
  }

  override down(): void {
    this.addSql(`drop table kernel_idempotency_records;`);
  }
}

export const idempotency: NamedMigration = { name: '0023-kernel-idempotency', class: IdempotencyRecords };
