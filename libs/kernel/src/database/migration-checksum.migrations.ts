import { createHash } from 'node:crypto';
import type { NamedMigration } from './named-migration.migrations.js';

/**
 * A digest of the SQL that a migration applies, as 16 hexadecimal digits. Comments and the breaking of lines do not count:
 * they may be bettered at any time.
 */
export async function migrationChecksum({ class: Migration }: NamedMigration): Promise<string> {
  // No migration asks a database while it is told what to apply.
  const migration = new Migration(undefined as never, undefined as never);
  await migration.up();
  const sql = migration
    .getQueries()
    .map((query) => (query as string).replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim());
  return createHash('sha256').update(sql.join(';\n')).digest('hex').slice(0, 16);
}
