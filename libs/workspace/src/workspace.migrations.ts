import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const workspaceMigrations: readonly NamedMigration[] = [baseline('0003', 'workspace')];
