import type { InvoiceView } from './invoice.view.js';

type Money = Pick<InvoiceView, 'kind' | 'direction' | 'total' | 'payroll'>;

/**
 * Returns the sign of the transactions that pay an invoice; null if no taxpayer of the workspace pays or receives
 * money.
 */
export function signOf({ kind, direction }: Pick<Money, 'kind' | 'direction'>): 1n | -1n | null {
  if (direction === 'unrelated' || kind === 'transfer' || kind === 'payment') return null;
  return (kind === 'income') === (direction === 'received') ? -1n : 1n;
}

/** Returns a decimal in hundredths; null if it is not a valid API amount. */
export function minorOf(decimal: string): bigint | null {
  const [, whole, cents = ''] = /^(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(decimal) ?? [];
  return whole === undefined ? null : BigInt(whole + cents.padEnd(2, '0'));
}

/** Returns the sums that the transactions of an invoice may have: the total and, for payroll, the net pay. */
export function amountsPaid({ total, payroll }: Pick<Money, 'total' | 'payroll'>): bigint[] {
  return [total, ...(payroll ? [payroll.net] : [])].flatMap((amount) => minorOf(amount) ?? []);
}
