import type { Money, Principal } from '@app/kernel/pure';
import { covers } from '@app/kernel/pure';
import type { StatementFigures } from './statement-figures.js';

/** What of a statement is to be paid, where it is not said as an amount. */
export const PAYABLE = ['avoidInterest', 'minimum', 'total'] as const;
export type Payable = (typeof PAYABLE)[number];

/** Returns the named amount that a request asks for; undefined for a decimal. */
export function payableNamed(asked: unknown): Payable | undefined {
  return PAYABLE.find((word) => word === asked);
}

type Payment = Pick<StatementFigures, 'balance' | 'minimumPayment' | 'paidSince' | 'remaining'>;

/**
 * Returns the amount to pay of a statement; zero or less if nothing is left to pay. Payments since the cut-off reduce the
 * balance and the amount that avoids interest. The minimum is paid again in full, up to `remaining`.
 */
export function leftToPay(what: Payable, { balance, minimumPayment, paidSince, remaining }: Payment): Money {
  if (what === 'total') return balance.subtract(paidSince);
  return what === 'minimum' ? minimumPayment.min(remaining) : remaining;
}

/** Describes a payment of a card. Its name needs `accounts:read`. */
export function paymentDescription(caller: Principal, cardName: string): string {
  return `Pago de ${covers(caller, ['accounts:read']) ? cardName : 'tarjeta'}`;
}
