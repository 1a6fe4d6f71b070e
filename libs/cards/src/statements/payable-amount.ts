import type { Money } from '@app/kernel/pure';
import type { StatementFigures } from './statement-figures.js';

/** What of a statement is to be paid, where it is not said as an amount. */
export const PAYABLE = ['avoidInterest', 'minimum', 'total'] as const;
export type Payable = (typeof PAYABLE)[number];

type Payment = Pick<StatementFigures, 'balance' | 'minimumPayment' | 'paid' | 'paymentToAvoidInterest'>;

/**
 * What of a statement is left to pay, zero or less where nothing is. What is left of a statement when the next one
 * closes stands in that one too, so no more is left than in any later statement.
 * @param statements the statement and those after it, in the order of time
 */
export function leftToPay(what: Payable, statements: readonly Payment[]): Money {
  return statements
    .map((statement) => wholeOf(what, statement).subtract(statement.paid))
    .reduce((least, left) => least.min(left));
}

function wholeOf(what: Payable, { balance, minimumPayment, paymentToAvoidInterest }: Payment): Money {
  if (what === 'total') return balance;
  return what === 'minimum' ? minimumPayment : paymentToAvoidInterest;
}
