import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';

/** The migrations of the context. */
export const budgetingMigrations: readonly NamedMigration[] = [baseline('0008', 'budgeting')];
