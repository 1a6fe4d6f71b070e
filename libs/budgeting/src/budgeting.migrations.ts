import type { NamedMigration } from '@app/kernel';
import { budgets } from './migrations/0017-budgeting-budgets.migrations.js';
import { accountTotals } from './migrations/0092-budgeting-account-totals.migrations.js';
import { toldCycles } from './migrations/0105-budgeting-told-cycles.migrations.js';
import { packedTotals } from './migrations/0140-budgeting-packed-totals.migrations.js';
import { slicesOfTotals } from './migrations/0142-budgeting-slices-of-totals.migrations.js';

/** The migrations of budgeting; each stands in a file of its own name. */
export const budgetingMigrations: readonly NamedMigration[] = [
  budgets,
  accountTotals,
  toldCycles,
  packedTotals,
  slicesOfTotals,
];
