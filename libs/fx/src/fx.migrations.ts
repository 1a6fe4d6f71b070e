import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const fxMigrations: readonly NamedMigration[] = [baseline('0004', 'fx')];
