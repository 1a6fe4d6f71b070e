import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

/** The migrations of the context. */
export const categorisingMigrations: readonly NamedMigration[] = [baseline('0009', 'categorising')];
