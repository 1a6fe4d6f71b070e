import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

class PackedAnswers extends Migration {
  override up(): void {
    this.addSql(`
      alter table kernel_idempotency_records
        alter column body drop not null,
        add column packed bytea,
        alter column packed set storage external,
        add constraint kernel_idempotency_records_one_body check (num_nonnulls(body, packed) = 1);
      create index kernel_idempotency_records_expired on kernel_idempotency_records using brin (created_at);
      create table kernel_stored_answers (
        workspace_id uuid not null,
        hour timestamptz not null,
        bytes bigint not null,
        primary key (workspace_id, hour)
      );
      create index kernel_stored_answers_expired on kernel_stored_answers using brin (hour);
      call kernel_secure_by_workspace('kernel_stored_answers');`);
  }

  override down(): void {
    this.addSql(`
      drop table kernel_stored_answers;
      drop index kernel_idempotency_records_expired;
      set local role centavo_operator;
      delete from kernel_idempotency_records where body is null;
      reset role;
      alter table kernel_idempotency_records drop column packed, alter column body set not null;`);
  }
}

/** Adds compressed responses, and the size of the responses that each workspace stored per hour (decision 0026). */
export const packedAnswers: NamedMigration = { name: '0018-kernel-packed-answers', class: PackedAnswers };
