/** What a transaction is. The last four are debts between the owner and a contact. */
export const TRANSACTION_TYPES = [
  'expense',
  'income',
  'transfer',
  'adjustment',
  'lent',
  'borrowed',
  'repayment_received',
  'repayment_made',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Types of debts. Source: contract section 7. */
export const DEBT_TYPES: readonly TransactionType[] = ['lent', 'borrowed', 'repayment_received', 'repayment_made'];

const MONEY_OUT: readonly TransactionType[] = ['expense', 'transfer', 'lent', 'repayment_made'];

export function isDebt(type: TransactionType): boolean {
  return DEBT_TYPES.includes(type);
}

/** Whether transactions of the type are filed under categories: only spending and earning is. */
export function hasCategory(type: TransactionType): boolean {
  return type === 'expense' || type === 'income';
}

/**
 * The effect of an amount on the owner's position in the account: an expense of 25.00 is -25.00, whatever the account's
 * kind. An adjustment is its own effect, and a debt that moved no money of the owner's has none.
 * Source: contract section 7, `signedAmount`; decision 0006 for the debt without an account.
 */
export function signedAmount(type: TransactionType, amount: bigint, accountId: string | null): bigint {
  if (accountId === null) return 0n;
  return MONEY_OUT.includes(type) ? -amount : amount;
}

/** The types that parts of a transaction may have: its own, or a debt in the same direction. */
export function splitTypesOf(type: TransactionType): readonly TransactionType[] {
  if (type === 'expense') return ['expense', 'lent', 'repayment_made'];
  if (type === 'income') return ['income', 'borrowed', 'repayment_received'];
  return [];
}
