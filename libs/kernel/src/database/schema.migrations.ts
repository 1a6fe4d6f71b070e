import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import type pg from 'pg';
import { functionsChecksum } from './migration-checksum.migrations.js';
import type { NamedMigration } from './named-migration.migrations.js';

const TABLE = /^create (?:unlogged )?table (\w+)/gm;
const ROUTINE = /\bcreate (?:or replace )?(?:function|procedure) (\w+)/g;

/**
 * Returns the first migration of a context. The functions in it can change later without a new migration (see
 * `applyFunctions`), but the tables cannot.
 */
export function baseline(number: string, context: string): NamedMigration {
  return {
    name: `${number}-${context}`,
    context,
    class: class extends Migration {
      override up(): void {
        this.addSql(readSchema(context, `${context}.sql`));
        this.addSql('set local check_function_bodies = off');
        for (const text of functionsIn(context)) this.addSql(text);
      }

      override down(): void {
        const schema = readSchema(context, `${context}.sql`);
        const tables = [...schema.matchAll(TABLE)].map(([, name]) => name!).reverse();
        const routines = [...[schema, ...functionsIn(context)].join('\n').matchAll(ROUTINE)].map(([, name]) => name!);
        // `cascade` also drops functions that return rows of the table.
        this.addSql(
          [
            ...tables.map((name) => `drop table ${name} cascade;`),
            ...routines.map((name) => `drop routine if exists ${name};`),
          ].join('\n'),
        );
      }
    },
  };
}

export function functionsOf(migrations: readonly NamedMigration[]): string[] {
  return migrations.flatMap(({ context }) => (context ? functionsIn(context) : []));
}

/** Replaces all SQL functions and stores their checksum as the comment of the migrations table. */
export async function applyFunctions(client: pg.Client, migrations: readonly NamedMigration[]): Promise<void> {
  const functions = functionsOf(migrations);
  await client.query(
    [
      'begin; set local check_function_bodies = off',
      ...functions,
      `comment on table centavo_migrations is '${functionsChecksum(functions)}'; commit`,
    ].join(';\n'),
  );
}

function functionsIn(context: string): string[] {
  const folder = new URL('functions/', schemaFolder(context));
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).sort();
  return files.map((file) => readSchema(context, `functions/${file}`));
}

function readSchema(context: string, path: string): string {
  return readFileSync(new URL(path, schemaFolder(context)), 'utf8');
}

function schemaFolder(context: string): URL {
  const built = new URL(`../libs/${context}/src/schema/`, import.meta.url);
  return existsSync(built) ? built : new URL(`../../../${context}/src/schema/`, import.meta.url);
}
