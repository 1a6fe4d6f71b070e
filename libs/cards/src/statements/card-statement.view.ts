import { ApiSchema } from '@nestjs/swagger';
import type { Statement } from './card.js';
import type { StatementStatus } from './statement-figures.js';

@ApiSchema({ description: 'Amounts that the bank reports for a statement.' })
export class BankStatementView {
  /** Payment to avoid interest that the bank reported; null if it is not recorded. */
  paymentToAvoidInterest!: string | null;
  /** Minimum payment that the bank reported; null if it is not recorded. */
  minimumPayment!: string | null;
  /**
   * The bank's `paymentToAvoidInterest` minus the one that the service computes; null if the bank's amount is not
   * recorded. @example "0.00"
   */
  difference!: string | null;
}

@ApiSchema({ description: 'A card statement, computed from the transactions.' })
export class CardStatementView {
  /** Day after the previous cut-off. */
  start!: string;
  /** Last day of the period. Identifies the statement. */
  cutOff!: string;
  /** Last day to pay without interest. */
  dueDate!: string;
  /** Debt at the start of the period. For the first statement, the opening balance of the account. */
  openingBalance!: string;
  /** Charges in the period. */
  charges!: string;
  /** Refunds, transfers to the card and other amounts that reduced the debt in the period. */
  payments!: string;
  /** Debt at the end of the cut-off day. */
  balance!: string;
  /** Total of the installments that later statements will bill. */
  installmentsDeferred!: string;
  /** `balance` minus `installmentsDeferred`, but not less than 0.00. */
  paymentToAvoidInterest!: string;
  /**
   * Estimated minimum payment: the greater of 1.25% of the credit limit and 1.5% of `balance` minus
   * `installmentsDeferred`, but at most `paymentToAvoidInterest`.
   */
  minimumPayment!: string;
  /** Payments between this cut-off and the next one; 0.00 while the statement is open. */
  paid!: string;
  /** `paymentToAvoidInterest` minus all payments after the cut-off, but not less than 0.00. */
  remaining!: string;
  /**
   * Status: `open` until the cut-off, then `due` until the due date, then `overdue`. `paid` if the statement has closed
   * and nothing remains to be paid.
   */
  status!: StatementStatus;
  /** Amounts that the bank reports; null if none are recorded. */
  bank!: BankStatementView | null;
}

@ApiSchema({ description: 'A page of the statements of a card.' })
export class CardStatementPageView {
  items!: CardStatementView[];
  nextCursor!: string | null;
}

export function cardStatementView(statement: Statement): CardStatementView {
  const { start, cutOff, dueDate, status } = statement;
  return {
    start,
    cutOff,
    dueDate,
    openingBalance: statement.openingBalance.toString(),
    charges: statement.charges.toString(),
    payments: statement.payments.toString(),
    balance: statement.balance.toString(),
    installmentsDeferred: statement.installmentsDeferred.toString(),
    paymentToAvoidInterest: statement.paymentToAvoidInterest.toString(),
    minimumPayment: statement.minimumPayment.toString(),
    paid: statement.paid.toString(),
    remaining: statement.remaining.toString(),
    status,
    bank: bankView(statement),
  };
}

/**
 * Returns the amounts that the bank reported. Omits the recorded dates, because the statement's period already has
 * them.
 */
function bankView({ bank, paymentToAvoidInterest: computed }: Statement): BankStatementView | null {
  const { paymentToAvoidInterest, minimumPayment } = bank ?? { paymentToAvoidInterest: null, minimumPayment: null };
  if (paymentToAvoidInterest === null && minimumPayment === null) return null;
  return {
    paymentToAvoidInterest: paymentToAvoidInterest?.toString() ?? null,
    minimumPayment: minimumPayment?.toString() ?? null,
    difference: paymentToAvoidInterest?.subtract(computed).toString() ?? null,
  };
}
