import { ApiSchema } from '@nestjs/swagger';
import type { KnownPlan, PartStatus } from './known-plan.js';

@ApiSchema({ description: 'An installment of a purchase, billed in one statement of the card.' })
export class InstallmentPartView {
  /** Position of the installment, counted from 1. @example 1 */
  number!: number;
  /** Cut-off of the statement that bills the installment. */
  cutOff!: string;
  /** Last day to pay without interest. */
  dueDate!: string;
  /** Amount of the installment. */
  amount!: string;
  /**
   * Status: `deferred` until the statement that bills the installment starts, then `due` until that statement is paid.
   */
  status!: PartStatus;
}

@ApiSchema({ description: 'An interest-free installment purchase (meses sin intereses).' })
export class InstallmentsView {
  id!: string;
  /** ID of the purchase. */
  transactionId!: string;
  accountId!: string;
  /** Amount of the purchase. */
  amount!: string;
  /** Number of monthly installments. @example 6 */
  months!: number;
  /** Installments, one for each statement. */
  parts!: InstallmentPartView[];
  /** Sum of the unpaid installments. */
  remaining!: string;
  createdAt!: string;
}

@ApiSchema({ description: 'A page of interest-free installment purchases.' })
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
