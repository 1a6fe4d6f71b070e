import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const notifyingMigrations: readonly NamedMigration[] = [baseline('0013', 'notifying')];
