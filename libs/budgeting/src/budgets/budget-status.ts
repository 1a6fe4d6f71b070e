import type { Day } from '@app/kernel/pure';
import { addDays, Money } from '@app/kernel/pure';
import type { Cycle, Schedule } from './cycle.js';
import type { PlannedAmount } from './planned-amount.js';
import { amountOn, plannedBetween } from './planned-amount.js';
import type { Spending, SpendingQuestion } from '../totals/spending.query.js';

/** What a budget plans, for which category, and when. */
export interface Plan {
  readonly id: string;
  readonly category: { readonly id: string; readonly name: string; readonly parentId: string | null };
  readonly type: 'expense' | 'income';
  readonly schedule: Schedule;
  /** In the order of their days, at least one. */
  readonly amounts: readonly PlannedAmount[];
  /** The first day of the cycle in which rollover was last switched on; null while it is off. */
  readonly rolloverSince: Day | null;
  readonly accountId: string | null;
  readonly createdAt: string;
}

/** How a budget stands in one of its cycles, in the base currency. */
export interface BudgetStatus {
  readonly cycle: Cycle;
  readonly amount: Money;
  readonly spent: Money;
  readonly rollover: Money;
  /** Always amount + rollover - spent. */
  readonly available: Money;
  /** Transactions of the cycle, and of those that roll over into it, that count nowhere for want of a rate. */
  readonly unconverted: readonly string[];
}

/** What has to be known of the ledger to say how a budget stands in a cycle. */
export interface StatusQuestions {
  readonly current: SpendingQuestion;
  /** All earlier cycles that roll over, which are one stretch of days; null where none does. */
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
 * How a budget stands in a cycle. Rollover is the sum over the earlier cycles of amount - spent, signed.
 * Source: contract section 9.
 */
export function budgetStatus(plan: Plan, cycle: Cycle, current: Spending, earlier: Spending | null): BudgetStatus {
  const amount = amountOn(plan.amounts, cycle.start);
  const spent = spentOf(plan, current);
  const rollover = earlier === null ? Money.zero(amount.currency) : rolloverOf(plan, cycle, earlier);
  const unconverted = [...new Set([...current.unconverted, ...(earlier?.unconverted ?? [])])];
  return { cycle, amount, spent, rollover, available: amount.add(rollover).subtract(spent), unconverted };
}

function rolloverOf(plan: Plan, { start }: Cycle, earlier: Spending): Money {
  return plannedBetween(plan.schedule, plan.amounts, plan.rolloverSince!, start).subtract(spentOf(plan, earlier));
}

/** Expenses minus refunds for a budget of expenses; income minus reversals for one of income. */
export function spentOf({ type, amounts }: Plan, { amount }: Spending): Money {
  return Money.ofMinor(type === 'expense' ? amount : -amount, amounts[0]!.amount.currency);
}
