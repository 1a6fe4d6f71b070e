import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

/** The queue's tables stand apart from those of the contexts. */
export const JOBS_SCHEMA = 'centavo_jobs';

/**
 * The tables of the job queue. They are made here, so that no process that serves needs the right to make any. A version of
 * the queue that wants others needs a migration of its own.
 */
class JobQueue extends Migration {
  override async up(): Promise<void> {
    // Loaded only when it is needed, once in the life of a database.
    const { getConstructionPlans } = await import('pg-boss');
    this.addSql(withoutTransaction(getConstructionPlans(JOBS_SCHEMA)));
    this.addSql(`
      grant usage on schema ${JOBS_SCHEMA} to centavo_operator;
      grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop schema ${JOBS_SCHEMA} cascade;`);
  }
}

/** What the library would run as a transaction with settings of its own becomes a part of the migrations'. */
function withoutTransaction(plan: string): string {
  return plan.replace(/^\s*BEGIN;(\s*SET LOCAL [^;]+;)*/, '').replace(/COMMIT;\s*$/, '');
}

export const jobs: NamedMigration = {
  name: '0010-kernel-jobs',
  recordedAs: '0014-kernel-jobs',
  class: JobQueue,
  isGenerated: true,
};
