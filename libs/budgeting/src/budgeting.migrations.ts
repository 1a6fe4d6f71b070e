import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

export const budgetingMigrations: readonly NamedMigration[] = [baseline('0008', 'budgeting')];
