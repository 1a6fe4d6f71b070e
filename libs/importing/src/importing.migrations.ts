import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

/** The migrations of the context. */
export const importingMigrations: readonly NamedMigration[] = [baseline('0011', 'importing')];
