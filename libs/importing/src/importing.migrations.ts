import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';
import { proof } from './migrations/0021-importing-proof.migrations.js';

export const importingMigrations: readonly NamedMigration[] = [baseline('0011', 'importing'), proof];
