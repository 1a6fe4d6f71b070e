import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const goalsMigrations: readonly NamedMigration[] = [baseline('0017', 'goals')];
