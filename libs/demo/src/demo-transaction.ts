import type { Day } from '@app/kernel/pure';
import type { DemoAccountKey } from './demo-accounts.js';
import { demoAccount } from './demo-accounts.js';
import type { DemoContactKey } from './demo-contacts.js';

type Debt = 'lent' | 'borrowed' | 'repayment_received' | 'repayment_made';

/** A part of a transaction of the demo. Categories are named as in the tree that a new workspace starts with. */
export interface DemoSplit {
  readonly amount: bigint;
  readonly type?: Debt;
  readonly category?: string;
  readonly contact?: DemoContactKey;
  readonly notes?: string;
}

/** A transaction of the demo, in the words of the demo: keys for accounts and contacts, names for categories. */
export interface DemoTransaction {
  readonly date: Day;
  /** Null for a debt that moved no money of the owner's; then the currency is the peso. */
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
  /** In how many months without interest it is paid. */
  readonly months?: number;
  /** Whether it lies in the trash. */
  readonly trashed?: true;
}

/**
 * How a transaction changes what the owner has in an account, in minor units, as far as the demo can tell: what arrives
 * from another currency without being named counts as nothing.
 */
export function effectOn(key: DemoAccountKey, transaction: DemoTransaction): bigint {
  const { account, to, type, amount, toAmount, trashed } = transaction;
  if (trashed) return 0n;
  if (to === key)
    return toAmount ?? (account && demoAccount(account).currency === demoAccount(key).currency ? amount : 0n);
  if (account !== key) return 0n;
  return ['expense', 'transfer', 'lent', 'repayment_made'].includes(type) ? -amount : amount;
}
