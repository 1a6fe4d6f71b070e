import type { NamedMigration } from '@app/kernel';
import { budgets } from './migrations/0017-budgeting-budgets.migrations.js';

/** The migrations of budgeting; each stands in a file of its own name. */
export const budgetingMigrations: readonly NamedMigration[] = [budgets];
