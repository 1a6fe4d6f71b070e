import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

/** The migrations of the context. Each later one is in a file of its own name. */
export const notifyingMigrations: readonly NamedMigration[] = [baseline('0013', 'notifying')];
