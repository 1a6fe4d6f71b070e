import type { Migration } from '@mikro-orm/migrations';

export interface NamedMigration {
  readonly name: string;
  readonly context?: string;
  /**
   * True if a package generates its SQL. It has no checksum, because a new version of the package may generate other
   * text.
   */
  readonly isGenerated?: boolean;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}
