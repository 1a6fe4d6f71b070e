import type { Day } from '@app/kernel/pure';
import { halfEven, Money } from '@app/kernel/pure';
import type { CardPeriod } from '../periods/card-calendar.js';

export const STATEMENT_STATUSES = ['open', 'due', 'paid', 'overdue'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

/** What moved on a card in the period of a statement and after it. */
export interface StatementMovements {
  /** What was owed before the period. */
  readonly openingBalance: Money;
  readonly charges: Money;
  /** Everything that lowers what is owed: refunds, and transfers to the card. */
  readonly payments: Money;
  /** The parts of installments that fall into later statements. */
  readonly installmentsDeferred: Money;
  /** Payments after the cut-off, up to the next cut-off; zero until the period is over. */
  readonly paid: Money;
  /** All payments after the cut-off, however late. */
  readonly paidSince: Money;
}

/** The figures of a statement. */
export interface StatementFigures extends StatementMovements {
  /** What is owed at the end of the cut-off day. */
  readonly balance: Money;
  readonly paymentToAvoidInterest: Money;
  /** An estimate: banks have formulas of their own. */
  readonly minimumPayment: Money;
  /** paymentToAvoidInterest less all payments after the cut-off, at least zero. */
  readonly remaining: Money;
  readonly status: StatementStatus;
}

/** The least that a card asks for: 1.25 % of its limit or 1.5 % of what is not deferred, as rates at 10^-8. */
const MINIMUM_OF_LIMIT = 1_250_000n;
const MINIMUM_OF_BALANCE = 1_500_000n;

/**
 * The figures of a statement. Of a card with a limit of 50,000.00 that owes 6,000.00, of which 5,000.00 are deferred, 1,000.00
 * are to be paid to avoid interest, and 625.00 at least. Source: contract section 20, cards.
 */
export function statementFigures(
  { cutOff, dueDate }: Pick<CardPeriod, 'cutOff' | 'dueDate'>,
  movements: StatementMovements,
  limit: Money,
  today: Day,
): StatementFigures {
  const { openingBalance, charges, payments, installmentsDeferred, paidSince } = movements;
  const zero = Money.zero(limit.currency);
  const balance = openingBalance.add(charges).subtract(payments);
  const paymentToAvoidInterest = balance.subtract(installmentsDeferred).max(zero);
  const remaining = paymentToAvoidInterest.subtract(paidSince).max(zero);
  return {
    ...movements,
    balance,
    paymentToAvoidInterest,
    minimumPayment: minimumPayment(paymentToAvoidInterest, limit),
    remaining,
    status: statusOf(cutOff, dueDate, remaining, today),
  };
}

function statusOf(cutOff: Day, dueDate: Day, remaining: Money, today: Day): StatementStatus {
  if (cutOff >= today) return 'open';
  if (remaining.isZero) return 'paid';
  return today <= dueDate ? 'due' : 'overdue';
}

function minimumPayment(notDeferred: Money, limit: Money): Money {
  const { currency } = limit;
  const ofLimit = limit.convert(MINIMUM_OF_LIMIT, currency, halfEven);
  const ofBalance = notDeferred.convert(MINIMUM_OF_BALANCE, currency, halfEven);
  return ofLimit.max(ofBalance).min(notDeferred);
}
