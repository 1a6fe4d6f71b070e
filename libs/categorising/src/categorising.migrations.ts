import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const categorisingMigrations: readonly NamedMigration[] = [baseline('0009', 'categorising')];
