import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const householdMigrations: readonly NamedMigration[] = [baseline('0025', 'household')];
