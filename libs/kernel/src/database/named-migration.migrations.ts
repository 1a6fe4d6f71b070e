import type { Migration } from '@mikro-orm/migrations';

export interface NamedMigration {
  readonly name: string;
  readonly context?: string;
  /**
   * True if a package generates the SQL. Then the migration has no checksum, because a new version of the package may
   * generate different SQL.
   */
  readonly isGenerated?: boolean;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}
