import { createHash } from 'node:crypto';
import type { NamedMigration } from './named-migration.migrations.js';

/**
 * Returns a digest of the SQL that a migration applies, as 16 hexadecimal digits. Comments, line breaks and functions do not
 * count, because they may change later.
 */
export async function migrationChecksum({ class: Migration }: NamedMigration): Promise<string> {
  // No migration queries the database while it collects its SQL.
  const migration = new Migration(undefined as never, undefined as never);
  await migration.up();
  return digest(
    migration
      .getQueries()
      .map((query) => normalize(query as string))
      .filter((query) => !query.startsWith('create or replace function')),
  );
}

/** Returns the same digest of the texts of functions. */
export function functionsChecksum(functions: readonly string[]): string {
  return digest(functions.map(normalize));
}

function normalize(sql: string): string {
  return sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
}

function digest(queries: readonly string[]): string {
  return createHash('sha256').update(queries.join(';\n')).digest('hex').slice(0, 16);
}
