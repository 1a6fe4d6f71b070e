import type { Migration } from '@mikro-orm/migrations';

/** A migration with its place in the one order of all contexts. */
export interface NamedMigration {
  /** A number that no other migration has, the context, and what it does; its file is called the same. */
  readonly name: string;
  /** The name in `centavo_migrations`, where databases knew the migration by another one before. */
  readonly recordedAs?: string;
  /** Whether a package writes its SQL, which another version of the package may word differently: it has no checksum. */
  readonly isGenerated?: boolean;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/** The name under which a database records a migration. */
export function recordedName({ name, recordedAs }: NamedMigration): string {
  return recordedAs ?? name;
}

/**
 * Row-level security of a table that belongs to workspaces: the application sees the workspace of its transaction and
 * nothing without one; administrators see all. Forced, so that the owner of the table is bound by it too.
 */
export function secureByWorkspace(table: string, column = 'workspace_id'): string {
  const current = `nullif(current_setting('app.workspace_id', true), '')::uuid`;
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_workspace on ${table} to centavo_app
      using (${column} = ${current}) with check (${column} = ${current});
    create policy ${table}_operator on ${table} to centavo_operator using (true) with check (true);
    grant select, insert, update, delete on ${table} to centavo_app, centavo_operator;`;
}

/** Has a table of workspaces planned alike for each of them (decision 0090). Each new one needs it. */
export function planAlikeForWorkspaces(table: string): string {
  return `alter table ${table} alter column workspace_id set statistics 0;`;
}
