import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const importingMigrations: readonly NamedMigration[] = [baseline('0011', 'importing')];
