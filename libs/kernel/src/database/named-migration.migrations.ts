import type { Migration } from '@mikro-orm/migrations';

/** A migration with its position in the order of all contexts. */
export interface NamedMigration {
  /** A unique number, the context and the change; its file has the same name. */
  readonly name: string;
  /** The context whose tables and functions it creates, if it is a baseline. */
  readonly context?: string;
  /** True if a package generates its SQL. Another version of the package may word it differently, so it has no checksum. */
  readonly isGenerated?: boolean;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}
