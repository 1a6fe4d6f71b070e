import { ApiSchema } from '@nestjs/swagger';
import type { Principal } from '@app/kernel';
import { covers } from '@app/kernel';
import type { CategoryEntry, CategoryKind } from '@app/ledger';
import type { BudgetInCycle, RolloverContribution, Explanation } from './budget-statuses.service.js';
import type { Cycle, Repeat } from './cycle.js';
import type { BudgetStatus } from './budget-status.js';

@ApiSchema({ description: 'The category of a budget.' })
export class BudgetCategoryRefView {
  id!: string;
  name!: string;
  parentId!: string | null;
}

@ApiSchema({ description: 'The days of a cycle.' })
export class BudgetPeriodRangeView {
  /** The first day of the cycle. */
  start!: string;
  /** The last day of the cycle. */
  end!: string;
}

@ApiSchema({ description: 'A budget with its figures in one cycle.' })
export class BudgetView {
  id!: string;
  /** What counts is everything under it and under the categories below it. */
  category!: BudgetCategoryRefView;
  budgetType!: CategoryKind;
  /** The amount planned for the cycle, in the base currency like every amount of a budget. */
  amount!: string;
  repeat!: Repeat;
  /** The first day of the first cycle. */
  startDate!: string;
  /** No cycle begins after it. */
  repeatUntil!: string | null;
  /** Whether what is left, or missing, at the end of a cycle is carried into the next. */
  rolloverEnabled!: boolean;
  /** The account that the forecast expects it on. */
  accountId!: string | null;
  period!: BudgetPeriodRangeView;
  /** Expenses less refunds in the cycle; of an income budget, income less reversals. It may be negative. */
  spent!: string;
  /** What the earlier cycles left, or owe; 0.00 while rollover is off. */
  rollover!: string;
  /** amount + rollover - spent. */
  available!: string;
  /** Transactions that count nowhere until there is a rate for them; with rollover those of earlier cycles, too. */
  unconverted!: string[];
  createdAt!: string;
}

@ApiSchema({ description: 'A cycle of a budget.' })
export class BudgetCycleView {
  period!: BudgetPeriodRangeView;
  /** What was planned for this cycle. */
  amount!: string;
  spent!: string;
  rollover!: string;
  /** amount + rollover - spent. */
  available!: string;
}

@ApiSchema({ description: 'A page of the cycles of a budget.' })
export class BudgetHistoryView {
  /** Latest first. */
  items!: BudgetCycleView[];
  /** Where the next page begins; null on the last one. */
  nextCursor!: string | null;
}

@ApiSchema({ description: 'What an earlier cycle gives to the rollover.' })
export class BudgetCycleShareView {
  period!: BudgetPeriodRangeView;
  amount!: string;
  spent!: string;
  /** amount - spent: what this cycle gives to the rollover, or takes from it. */
  share!: string;
}

@ApiSchema({ description: 'A transaction, or a part of one, that counts in a budget.' })
export class BudgetEntryView {
  transactionId!: string;
  /** Which of the transaction's splits it is, counted from 0; null for the whole transaction. */
  splitIndex!: number | null;
  date!: string;
  description!: string;
  type!: CategoryKind;
  category!: BudgetCategoryRefView;
  amount!: string;
  currency!: string;
  /** What it adds to `spent`, in the base currency; a refund takes away. Null while no rate says what it is worth. */
  counted!: string | null;
}

@ApiSchema({ description: 'Everything that the figures of a budget are made of.' })
export class BudgetExplanationView {
  period!: BudgetPeriodRangeView;
  amount!: string;
  /** All of `counted`, over every page, add up to it. */
  spent!: string;
  /** All of `share` add up to it. */
  rollover!: string;
  available!: string;
  unconverted!: string[];
  /** The earlier cycles that are carried into this one, latest first. */
  rolloverCycles!: BudgetCycleShareView[];
  /** Newest first; empty without `transactions:read`. */
  items!: BudgetEntryView[];
  /** Where the next page begins; null on the last one. */
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

/** The explanation as the caller sees it: the transactions behind it need `transactions:read`. */
export function budgetExplanationView(
  { plan, status, ...told }: Explanation,
  caller: Principal,
): BudgetExplanationView {
  const seesItems = covers(caller, ['transactions:read']);
  return {
    ...budgetCycleView(status),
    unconverted: [...status.unconverted],
    rolloverCycles: told.shares.map(shareView),
    items: seesItems ? told.entries.map((entry) => entryView(entry, plan.type)) : [],
    nextCursor: seesItems ? told.nextCursor : null,
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
