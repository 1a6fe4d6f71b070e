import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

export const JOBS_SCHEMA = 'centavo_jobs';

/**
 * Creates the tables of pg-boss, so that serving processes do not need the right to create tables. A new version of the
 * pg-boss schema needs another migration.
 */
class JobQueue extends Migration {
  override async up(): Promise<void> {
    // Imported here, because only a new database needs it.
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

function withoutTransaction(plan: string): string {
  return plan.replace(/^\s*BEGIN;(\s*SET LOCAL [^;]+;)*/, '').replace(/COMMIT;\s*$/, '');
}

export const jobs: NamedMigration = { name: '0002-kernel-jobs', class: JobQueue, isGenerated: true };
