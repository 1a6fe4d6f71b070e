import type { Day } from '@app/kernel/pure';
import { addDays, Money } from '@app/kernel/pure';
import type { Cycle, Schedule } from './cycle.js';
import type { PlannedAmount } from './planned-amount.js';
import { amountOn, plannedBetween } from './planned-amount.js';
import type { Spending, SpendingQuestion } from '../totals/spending.query.js';
import { MAX_UNCONVERTED } from '../totals/max-unconverted.js';

export interface Plan {
  readonly id: string;
  readonly category: { readonly id: string; readonly name: string; readonly parentId: string | null };
  readonly type: 'expense' | 'income';
  readonly schedule: Schedule;
  /** At least one amount, sorted by day. */
  readonly amounts: readonly PlannedAmount[];
  /** First day of the cycle in which rollover was last enabled. Null if rollover is disabled. */
  readonly rolloverSince: Day | null;
  readonly accountId: string | null;
  readonly createdAt: string;
}

/** Figures of a budget in a cycle, in the base currency. */
export interface BudgetStatus {
  readonly cycle: Cycle;
  readonly amount: Money;
  readonly spent: Money;
  readonly rollover: Money;
  /** `amount` + `rollover` - `spent`. */
  readonly available: Money;
  /**
   * IDs of the latest transactions, at most MAX_UNCONVERTED, that do not count because they have no exchange rate.
   * Includes transactions of earlier cycles that roll over. Empty if the query reads only amounts.
   */
  readonly unconverted: readonly string[];
}

export interface StatusQuestions {
  readonly current: SpendingQuestion;
  /** Days of all earlier cycles that roll over. Null if no cycle does. */
  readonly earlier: SpendingQuestion | null;
}

export function questionsOf({ category, rolloverSince }: Plan, { start, end }: Cycle): StatusQuestions {
  const rolls = rolloverSince !== null && rolloverSince < start;
  return {
    current: { categoryId: category.id, from: start, before: addDays(end, 1) },
    earlier: rolls ? { categoryId: category.id, from: rolloverSince, before: start } : null,
  };
}

/**
 * Returns the figures of a budget in a cycle. The rollover is the sum of amount minus spending over the earlier cycles,
 * and may be negative.
 */
export function budgetStatus(plan: Plan, cycle: Cycle, current: Spending, earlier: Spending | null): BudgetStatus {
  const amount = amountOn(plan.amounts, cycle.start);
  const spent = spentOf(plan, current);
  const rollover = earlier === null ? Money.zero(amount.currency) : rolloverOf(plan, cycle, earlier);
  const listed = new Set([...current.unconverted, ...(earlier?.unconverted ?? [])]);
  const unconverted = [...listed].slice(0, MAX_UNCONVERTED);
  return { cycle, amount, spent, rollover, available: amount.add(rollover).subtract(spent), unconverted };
}

function rolloverOf(plan: Plan, { start }: Cycle, earlier: Spending): Money {
  return plannedBetween(plan.schedule, plan.amounts, plan.rolloverSince!, start).subtract(spentOf(plan, earlier));
}

/** Returns expenses minus refunds for an expense budget, and income minus reversals for an income budget. */
export function spentOf({ type, amounts }: Plan, { amount }: Spending): Money {
  return Money.ofMinor(type === 'expense' ? amount : -amount, amounts[0]!.amount.currency);
}
