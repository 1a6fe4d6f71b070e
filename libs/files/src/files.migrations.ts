import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const filesMigrations: readonly NamedMigration[] = [baseline('0020', 'files')];
