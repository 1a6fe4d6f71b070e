import type { Day } from '@app/kernel/pure';
import { halfEven, Money } from '@app/kernel/pure';
import type { CardPeriod } from '../periods/card-calendar.js';

export const STATEMENT_STATUSES = ['open', 'due', 'paid', 'overdue'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

export interface StatementMovements {
  readonly openingBalance: Money;
  readonly charges: Money;
  /** Refunds, transfers to the card and other amounts in the period that reduce the debt. */
  readonly payments: Money;
  /** Total of the installments that later statements will bill. */
  readonly installmentsDeferred: Money;
  /** Payments between this cut-off and the next one. Zero until the period has ended. */
  readonly paid: Money;
  readonly paidSince: Money;
}

export interface StatementFigures extends StatementMovements {
  /** Debt at the end of the cut-off day. */
  readonly balance: Money;
  readonly paymentToAvoidInterest: Money;
  /** Estimated minimum payment, because each bank uses its own formula. */
  readonly minimumPayment: Money;
  readonly remaining: Money;
  readonly status: StatementStatus;
}

/**
 * Rates of the typical minimum payment in Mexico, scaled by 10^8: the greater of 1.25% of the limit and 1.5% of the
 * amount that is not deferred.
 */
const MINIMUM_OF_LIMIT = 1_250_000n;
const MINIMUM_OF_BALANCE = 1_500_000n;

/**
 * Computes the figures of a statement. With a limit of 50,000.00, a debt of 6,000.00 and 5,000.00 deferred, the payment
 * to avoid interest is 1,000.00 and the minimum payment is 625.00.
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
