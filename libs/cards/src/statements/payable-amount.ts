import type { Money, Principal } from '@app/kernel/pure';
import { covers } from '@app/kernel/pure';
import type { StatementFigures } from './statement-figures.js';

export const PAYABLE = ['avoidInterest', 'minimum', 'total'] as const;
export type Payable = (typeof PAYABLE)[number];

/** Returns `amount` if it is one of the payable names. Undefined if it is a decimal. */
export function payableNamed(amount: unknown): Payable | undefined {
  return PAYABLE.find((name) => name === amount);
}

type Payment = Pick<StatementFigures, 'balance' | 'minimumPayment' | 'paidSince' | 'remaining'>;

/**
 * Returns the amount that remains to be paid. It may be zero or negative. Earlier payments do not reduce the minimum
 * payment, but it is never more than `remaining`.
 */
export function leftToPay(payable: Payable, { balance, minimumPayment, paidSince, remaining }: Payment): Money {
  if (payable === 'total') return balance.subtract(paidSince);
  return payable === 'minimum' ? minimumPayment.min(remaining) : remaining;
}

/** Returns the description of a payment. Contains the card's name only if the caller has the scope `accounts:read`. */
export function paymentDescription(caller: Principal, cardName: string): string {
  return `Pago de ${covers(caller, ['accounts:read']) ? cardName : 'tarjeta'}`;
}
