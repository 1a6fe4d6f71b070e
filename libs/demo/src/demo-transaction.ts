import type { Day } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import { demoAccount } from './demo-accounts.js';
import type { DemoContactKey } from './demo-contacts.js';

type Debt = 'lent' | 'borrowed' | 'repayment_received' | 'repayment_made';

/** A split. `category` is the name of a default category. */
export interface DemoSplit {
  readonly amount: bigint;
  readonly type?: Debt;
  readonly category?: string;
  readonly contact?: DemoContactKey;
  readonly notes?: string;
}

export interface DemoTransaction {
  readonly date: Day;
  /** Null for a debt in pesos that does not change an account. */
  readonly account: DemoAccountKey | null;
  readonly type: 'expense' | 'income' | 'transfer' | 'adjustment' | Debt;
  /** Minor units of the account's currency. */
  readonly amount: bigint;
  readonly description: string;
  readonly category?: string;
  readonly contact?: DemoContactKey;
  readonly to?: DemoAccountKey;
  readonly toAmount?: bigint;
  readonly notes?: string;
  readonly splits?: readonly DemoSplit[];
  /** Number of interest-free monthly payments. */
  readonly months?: number;
  readonly trashed?: true;
}

/**
 * Returns the change in an account's balance, in minor units. A transfer into an account in another currency must have
 * `toAmount`.
 */
export function effectOn(key: DemoAccountKey, transaction: DemoTransaction): bigint {
  const { account, to, type, amount, toAmount, trashed } = transaction;
  if (trashed) return 0n;
  if (to === key)
    return toAmount ?? (account && demoAccount(account).currency === demoAccount(key).currency ? amount : 0n);
  if (account !== key) return 0n;
  return ['expense', 'transfer', 'lent', 'repayment_made'].includes(type) ? -amount : amount;
}
