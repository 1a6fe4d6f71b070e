import type { Money } from '@app/kernel/pure';
import type { StatementFigures } from './statement-figures.js';

/** What of a statement is to be paid, where it is not said as an amount. */
export const PAYABLE = ['avoidInterest', 'minimum', 'total'] as const;
export type Payable = (typeof PAYABLE)[number];

type Payment = Pick<StatementFigures, 'balance' | 'minimumPayment' | 'paidSince' | 'paymentToAvoidInterest'>;

/** Returns the unpaid part of a statement, after all payments since its cut-off; zero or less if nothing is left to pay. */
export function leftToPay(what: Payable, statement: Payment): Money {
  return wholeOf(what, statement).subtract(statement.paidSince);
}

function wholeOf(what: Payable, { balance, minimumPayment, paymentToAvoidInterest }: Payment): Money {
  if (what === 'total') return balance;
  return what === 'minimum' ? minimumPayment : paymentToAvoidInterest;
}
