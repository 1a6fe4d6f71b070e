/** Types of transactions. The last four are debts between the owner and a contact. */
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

export const DEBT_TYPES: readonly TransactionType[] = ['lent', 'borrowed', 'repayment_received', 'repayment_made'];

const MONEY_OUT: readonly TransactionType[] = ['expense', 'transfer', 'lent', 'repayment_made'];

export function isDebt(type: TransactionType): boolean {
  return DEBT_TYPES.includes(type);
}

export function hasCategory(type: TransactionType): boolean {
  return type === 'expense' || type === 'income';
}

/**
 * Returns the effect of an amount on the owner's position in the account. An expense of 25.00 has the effect -25.00 in
 * every kind of account. An adjustment keeps its sign. A debt without an account has no effect (decision 0006).
 */
export function signedAmount(type: TransactionType, amount: bigint, accountId: string | null): bigint {
  if (accountId === null) return 0n;
  return MONEY_OUT.includes(type) ? -amount : amount;
}

export function splitTypesOf(type: TransactionType): readonly TransactionType[] {
  if (type === 'expense') return ['expense', 'lent', 'repayment_made'];
  if (type === 'income') return ['income', 'borrowed', 'repayment_received'];
  return [];
}
