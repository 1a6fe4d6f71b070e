import { ApiSchema } from '@nestjs/swagger';
import type { KnownPlan, PartStatus } from './known-plan.js';

@ApiSchema({ description: 'A part of a purchase, in a statement of its card.' })
export class InstallmentPartView {
  /** Counted from 1. */
  number!: number;
  /** The cut-off of the statement that it falls into. */
  cutOff!: string;
  dueDate!: string;
  amount!: string;
  /** Deferred until its statement runs, due until that is paid. */
  status!: PartStatus;
}

@ApiSchema({ description: 'A purchase that is paid in months without interest.' })
export class InstallmentsView {
  id!: string;
  /** The purchase. */
  transactionId!: string;
  accountId!: string;
  /** What was bought for. */
  amount!: string;
  months!: number;
  parts!: InstallmentPartView[];
  /** The parts that are not paid. */
  remaining!: string;
  createdAt!: string;
}

@ApiSchema({ description: 'A page of purchases in months without interest.' })
export class InstallmentsPageView {
  items!: InstallmentsView[];
  nextCursor!: string | null;
}

export function installmentsView(plan: KnownPlan): InstallmentsView {
  const { id, transactionId, accountId, months, createdAt } = plan;
  return {
    id,
    transactionId,
    accountId,
    amount: plan.amount.toString(),
    months,
    parts: plan.parts.map(({ number, period, amount, status }) => ({
      number,
      cutOff: period.cutOff,
      dueDate: period.dueDate,
      amount: amount.toString(),
      status,
    })),
    remaining: plan.remaining.toString(),
    createdAt: createdAt.toISOString(),
  };
}
