/** The kinds of debts: what goes to a contact or comes from one, and what of it goes back. Source: contract section 7. */
export const DEBT_TYPES = ['lent', 'borrowed', 'repayment_received', 'repayment_made'] as const;
export type DebtType = (typeof DEBT_TYPES)[number];

/** How far a debt is paid back; a repayment is always applied. Source: contract section 10, `status`. */
export type DebtStatus = 'open' | 'partially_settled' | 'settled' | 'applied';

/** A debt among the others of its kind and currency, in minor units. */
export interface DebtInHistory {
  readonly type: DebtType;
  readonly amount: bigint;
  /** What the debts of its kind add up to, from the first one to this. */
  readonly cumulated: bigint;
  /** What was ever paid back of its kind, before it or after. */
  readonly repaid: bigint;
}

/** What of the owner's goes out adds to what the contact owes, what comes in takes from it: lent 25.00 is 25.00. */
export function debtDelta(type: DebtType, amount: bigint): bigint {
  return type === 'lent' || type === 'repayment_made' ? amount : -amount;
}

/**
 * Repayments settle the oldest debts first, and a surplus those that come later. So a debt is settled once everything up
 * to and with it is paid back, and open as long as what is paid back does not reach beyond those before it: of 100.00,
 * 50.00 and 50.00 lent and 120.00 received, the first is settled, the second partially and the third open.
 */
export function settlementOf({ type, amount, cumulated, repaid }: DebtInHistory): DebtStatus {
  if (type === 'repayment_received' || type === 'repayment_made') return 'applied';
  if (repaid >= cumulated) return 'settled';
  return repaid > cumulated - amount ? 'partially_settled' : 'open';
}
