import type { Day } from '@app/kernel/pure';
import { addDays } from '@app/kernel/pure';
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

/** How a budget stands in one of its cycles, in minor units of the base currency. */
export interface BudgetStatus {
  readonly cycle: Cycle;
  readonly amount: bigint;
  readonly spent: bigint;
  readonly rollover: bigint;
  /** Always amount + rollover - spent. */
  readonly available: bigint;
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
  const planned = earlier === null ? 0n : plannedBetween(plan.schedule, plan.amounts, plan.rolloverSince!, cycle.start);
  const rollover = earlier === null ? 0n : planned - spentOf(plan, earlier);
  const unconverted = [...new Set([...current.unconverted, ...(earlier?.unconverted ?? [])])];
  return { cycle, amount, spent, rollover, available: amount + rollover - spent, unconverted };
}

/** Expenses minus refunds for a budget of expenses; income minus reversals for one of income. */
export function spentOf({ type }: Plan, { amount }: Spending): bigint {
  return type === 'expense' ? amount : -amount;
}
