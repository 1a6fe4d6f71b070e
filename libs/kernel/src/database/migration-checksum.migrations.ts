import { createHash } from 'node:crypto';
import type { NamedMigration } from './named-migration.migrations.js';

/**
 * Returns a digest of a migration's SQL as 16 hexadecimal digits. Ignores comments, line breaks and SQL functions,
 * because these may change later.
 */
export async function migrationChecksum({ class: Migration }: NamedMigration): Promise<string> {
  const migration = new Migration(undefined as never, undefined as never);
  await migration.up();
  return digest(
    migration
      .getQueries()
      .map((query) => normalize(query as string))
      .filter((query) => !query.startsWith('create or replace function')),
  );
}

export function functionsChecksum(functions: readonly string[]): string {
  return digest(functions.map(normalize));
}

function normalize(sql: string): string {
  return sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
}

function digest(queries: readonly string[]): string {
  return createHash('sha256').update(queries.join(';\n')).digest('hex').slice(0, 16);
}
