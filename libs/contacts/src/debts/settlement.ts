export const DEBT_TYPES = ['lent', 'borrowed', 'repayment_received', 'repayment_made'] as const;
export type DebtType = (typeof DEBT_TYPES)[number];

/** Status of a debt. A repayment is always `applied`. */
export type DebtStatus = 'open' | 'partially_settled' | 'settled' | 'applied';

/** A debt or repayment with the sums that decide its status, all in minor units. */
export interface DebtInHistory {
  readonly type: DebtType;
  readonly amount: bigint;
  /** Sum of the debts of this type and currency up to and including this one. */
  readonly cumulated: bigint;
  /** Sum of all repayments of such debts, including later ones. */
  readonly repaid: bigint;
}

export function debtDelta(type: DebtType, amount: bigint): bigint {
  return type === 'lent' || type === 'repayment_made' ? amount : -amount;
}

/**
 * Returns the status of a debt or repayment. Repayments settle the oldest debts first, and a surplus settles later
 * debts. Example: 100.00, 50.00 and 50.00 were lent and 120.00 was repaid. Then the first debt is settled, the second
 * partially settled and the third open.
 */
export function settlementOf({ type, amount, cumulated, repaid }: DebtInHistory): DebtStatus {
  if (type === 'repayment_received' || type === 'repayment_made') return 'applied';
  if (repaid >= cumulated) return 'settled';
  return repaid > cumulated - amount ? 'partially_settled' : 'open';
}
