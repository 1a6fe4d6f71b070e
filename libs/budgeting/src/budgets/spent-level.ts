import type { BudgetStatus } from './budget-status.js';

/**
 * Returns 1 if at least 80% of amount plus rollover is spent, 2 if more than 100% is spent, and 0 otherwise. Without
 * spending, the level is 2 if amount plus rollover is negative, and 0 otherwise.
 */
export function spentLevel({ spent, available }: Pick<BudgetStatus, 'spent' | 'available'>): 0 | 1 | 2 {
  if (available.isNegative) return 2;
  const total = available.add(spent);
  return spent.isPositive && spent.times(100n).compare(total.times(80n)) >= 0 ? 1 : 0;
}
