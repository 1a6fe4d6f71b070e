import type { BudgetStatus } from './budget-status.js';

/**
 * How far a budget of expenses is spent: 0 below 80 % of amount + rollover, 1 from there, 2 above 100 %. What is not spent at
 * all is not nearly spent, even where there is nothing to spend. Source: contract section 16.
 */
export function spentLevel({ spent, available }: Pick<BudgetStatus, 'spent' | 'available'>): 0 | 1 | 2 {
  if (available.isNegative) return 2;
  const total = available.add(spent);
  return spent.isPositive && spent.times(100n).compare(total.times(80n)) >= 0 ? 1 : 0;
}
