import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const contactsMigrations: readonly NamedMigration[] = [baseline('0007', 'contacts')];
