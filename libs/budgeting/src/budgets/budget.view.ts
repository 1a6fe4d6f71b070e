import { ApiSchema } from '@nestjs/swagger';
import type { Principal } from '@app/kernel';
import { covers } from '@app/kernel';
import type { CategoryEntry, CategoryKind } from '@app/ledger';
import type { BudgetInCycle, RolloverContribution, Explanation } from './budget-statuses.service.js';
import type { Cycle, Repeat } from './cycle.js';
import type { BudgetStatus } from './budget-status.js';

@ApiSchema({ description: 'Category of a budget.' })
export class BudgetCategoryRefView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b0c03 */
  id!: string;
  /** Name of the category. @example Restaurantes */
  name!: string;
  parentId!: string | null;
}

@ApiSchema({ description: 'First and last day of a cycle.' })
export class BudgetPeriodRangeView {
  /** First day of the cycle. */
  start!: string;
  /** Last day of the cycle. */
  end!: string;
}

@ApiSchema({ description: 'A budget with its figures in one cycle.' })
export class BudgetView {
  id!: string;
  /** Category of the budget. Transactions in its subcategories count, too. */
  category!: BudgetCategoryRefView;
  /** Kind of transactions that count towards the budget. */
  budgetType!: CategoryKind;
  /** Amount for the cycle. All amounts of a budget are in the base currency. */
  amount!: string;
  /** Length of a cycle. */
  repeat!: Repeat;
  /** First day of the first cycle. */
  startDate!: string;
  /** Last day on which a cycle can start; null for no end. */
  repeatUntil!: string | null;
  /** True if unspent and overspent amounts carry over to the next cycle. */
  rolloverEnabled!: boolean;
  /** ID of the account from which the forecast pays the budget; null for the account that the category uses most. */
  accountId!: string | null;
  period!: BudgetPeriodRangeView;
  /** Expenses minus refunds in the cycle, or income minus reversals for an income budget. May be negative. */
  spent!: string;
  /** Amount carried over from earlier cycles; negative after overspending. 0.00 if rollover is disabled. */
  rollover!: string;
  /** `amount` + `rollover` - `spent`. */
  available!: string;
  /**
   * IDs of the latest 100 transactions that do not count because they have no exchange rate. Includes earlier cycles if
   * rollover is enabled.
   */
  unconverted!: string[];
  createdAt!: string;
}

@ApiSchema({ description: 'A cycle of a budget.' })
export class BudgetCycleView {
  period!: BudgetPeriodRangeView;
  /** Amount for this cycle. */
  amount!: string;
  /** Expenses minus refunds in the cycle, or income minus reversals for an income budget. */
  spent!: string;
  /** Amount carried over from earlier cycles; negative after overspending. */
  rollover!: string;
  /** `amount` + `rollover` - `spent`. */
  available!: string;
}

@ApiSchema({ description: 'A page of cycles of a budget.' })
export class BudgetHistoryView {
  /** Cycles, newest first. */
  items!: BudgetCycleView[];
  /** Cursor of the next page; null on the last page. */
  nextCursor!: string | null;
}

@ApiSchema({ description: 'Part of the rollover that comes from an earlier cycle.' })
export class BudgetCycleShareView {
  period!: BudgetPeriodRangeView;
  /** Amount for this cycle. */
  amount!: string;
  /** Expenses minus refunds in the cycle, or income minus reversals for an income budget. */
  spent!: string;
  /** Amount that this cycle adds to the rollover: `amount` - `spent`. */
  share!: string;
}

@ApiSchema({ description: 'A transaction or split that counts in a budget.' })
export class BudgetEntryView {
  transactionId!: string;
  /** Index of the split, counted from 0; null for a transaction without splits. */
  splitIndex!: number | null;
  date!: string;
  description!: string;
  type!: CategoryKind;
  /** Category of the transaction or split: the category of the budget or one of its subcategories. */
  category!: BudgetCategoryRefView;
  /** Amount of the transaction or split. */
  amount!: string;
  currency!: string;
  /**
   * Amount that the transaction or split adds to `spent`, in the base currency; negative for a refund or reversal. Null
   * if there is no exchange rate.
   */
  counted!: string | null;
}

@ApiSchema({ description: 'Transactions and cycles behind the figures of a budget.' })
export class BudgetExplanationView {
  period!: BudgetPeriodRangeView;
  /** Amount for this cycle. */
  amount!: string;
  /** Sum of `counted` over all pages. */
  spent!: string;
  /** Sum of all `share` amounts. */
  rollover!: string;
  /** `amount` + `rollover` - `spent`. */
  available!: string;
  /** IDs of the latest 100 transactions that do not count because they have no exchange rate. */
  unconverted!: string[];
  /** Earlier cycles whose amounts carry over to this one, newest first. */
  rolloverCycles!: BudgetCycleShareView[];
  /** Transactions and splits that count, newest first. Empty if the caller lacks the scope `transactions:read`. */
  items!: BudgetEntryView[];
  /** Cursor of the next page; null on the last page. */
  nextCursor!: string | null;
}

export function budgetView({ plan, status }: BudgetInCycle): BudgetView {
  return {
    id: plan.id,
    category: plan.category,
    budgetType: plan.type,
    amount: status.amount.toString(),
    repeat: plan.schedule.repeat,
    startDate: plan.schedule.startDate,
    repeatUntil: plan.schedule.repeatUntil,
    rolloverEnabled: plan.rolloverSince !== null,
    accountId: plan.accountId,
    period: periodView(status.cycle),
    spent: status.spent.toString(),
    rollover: status.rollover.toString(),
    available: status.available.toString(),
    unconverted: [...status.unconverted],
    createdAt: plan.createdAt,
  };
}

export function budgetCycleView({ cycle, amount, spent, rollover, available }: BudgetStatus): BudgetCycleView {
  return {
    period: periodView(cycle),
    amount: amount.toString(),
    spent: spent.toString(),
    rollover: rollover.toString(),
    available: available.toString(),
  };
}

/** Returns the explanation of a budget. Omits the transactions if the caller lacks `transactions:read`. */
export function budgetExplanationView(
  { plan, status, shares, entries, nextCursor }: Explanation,
  caller: Principal,
): BudgetExplanationView {
  const seesItems = covers(caller, ['transactions:read']);
  return {
    ...budgetCycleView(status),
    unconverted: [...status.unconverted],
    rolloverCycles: shares.map(shareView),
    items: seesItems ? entries.map((entry) => entryView(entry, plan.type)) : [],
    nextCursor: seesItems ? nextCursor : null,
  };
}

function shareView({ cycle, amount, spent }: RolloverContribution): BudgetCycleShareView {
  return {
    period: periodView(cycle),
    amount: amount.toString(),
    spent: spent.toString(),
    share: amount.subtract(spent).toString(),
  };
}

function entryView(entry: CategoryEntry, budgetType: CategoryKind): BudgetEntryView {
  const { baseAmount } = entry;
  return {
    transactionId: entry.transactionId,
    splitIndex: entry.part,
    date: entry.date,
    description: entry.description,
    type: entry.type,
    category: entry.category,
    amount: entry.amount.toString(),
    currency: entry.amount.currency,
    counted: (entry.type === budgetType ? baseAmount : baseAmount?.negate())?.toString() ?? null,
  };
}

function periodView({ start, end }: Cycle): BudgetPeriodRangeView {
  return { start, end };
}
