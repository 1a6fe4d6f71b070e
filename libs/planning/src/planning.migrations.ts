import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const planningMigrations: readonly NamedMigration[] = [baseline('0012', 'planning')];
