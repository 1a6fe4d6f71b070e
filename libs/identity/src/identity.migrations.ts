import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

/** The migrations of the context. */
export const identityMigrations: readonly NamedMigration[] = [baseline('0005', 'identity')];
