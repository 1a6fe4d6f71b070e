import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const identityMigrations: readonly NamedMigration[] = [baseline('0005', 'identity')];
