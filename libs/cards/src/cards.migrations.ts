import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const cardsMigrations: readonly NamedMigration[] = [baseline('0010', 'cards')];
