import { ApiSchema } from '@nestjs/swagger';
import type { Statement } from './card.js';
import type { StatementStatus } from './statement-figures.js';

@ApiSchema({ description: 'What the bank asks for.' })
export class BankStatementView {
  /** What the bank asks for; null where it was not recorded. */
  paymentToAvoidInterest!: string | null;
  minimumPayment!: string | null;
  /** The bank's paymentToAvoidInterest less the one reckoned here. */
  difference!: string | null;
}

@ApiSchema({ description: 'A statement of a card, worked out from the transactions.' })
export class CardStatementView {
  /** The day after the cut-off before. */
  start!: string;
  /** The last day of the period; it names the statement. */
  cutOff!: string;
  /** The last day for a payment that avoids interest. */
  dueDate!: string;
  /** What was owed before the period; of the first statement, the account's opening balance. */
  openingBalance!: string;
  charges!: string;
  /** All that reduces the balance: refunds, and transfers to the card. */
  payments!: string;
  /** The balance at the end of the cut-off day. */
  balance!: string;
  /** The parts of installments that fall into later statements. */
  installmentsDeferred!: string;
  /** The balance less the deferred amount, at least zero. */
  paymentToAvoidInterest!: string;
  /** An estimate: 1.25 % of the limit or 1.5 % of the amount that is not deferred, whichever is greater, at most paymentToAvoidInterest. */
  minimumPayment!: string;
  /** The payments after the cut-off, up to the next one; 0.00 while the statement is open. */
  paid!: string;
  /** paymentToAvoidInterest less all payments after the cut-off, however late, at least zero. */
  remaining!: string;
  status!: StatementStatus;
  /** What the bank asks for, beside ours; null where nothing was recorded. */
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

/** The bank's figures; what it says of dates is in the dates themselves. */
function bankView({ bank, paymentToAvoidInterest: ours }: Statement): BankStatementView | null {
  const { paymentToAvoidInterest, minimumPayment } = bank ?? { paymentToAvoidInterest: null, minimumPayment: null };
  if (paymentToAvoidInterest === null && minimumPayment === null) return null;
  return {
    paymentToAvoidInterest: paymentToAvoidInterest?.toString() ?? null,
    minimumPayment: minimumPayment?.toString() ?? null,
    difference: paymentToAvoidInterest?.subtract(ours).toString() ?? null,
  };
}
