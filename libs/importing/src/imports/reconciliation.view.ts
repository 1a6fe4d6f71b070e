import { ApiSchema } from '@nestjs/swagger';
import { inOrder } from './in-order.js';

@ApiSchema({ description: 'A row whose balance does not follow from the previous row.' })
export class BalanceBreakView {
  index!: number;
  /** Line of the file, counted from 1. @example 7 */
  line!: number;
  /** Expected balance: the balance of the previous row plus or minus the amount of this row. */
  expected!: string;
  /** Balance in the statement. */
  found!: string;
}

@ApiSchema({
  description: 'Balances of a statement compared with its account. Balances of a liability are amounts owed.',
})
export class ReconciliationView {
  /** Balance before the earliest row of the statement; null if unknown. */
  openingBalance!: string | null;
  /** Balance after the latest row of the statement; null if unknown. */
  closingBalance!: string | null;
  /**
   * Account balance before the commit; null if the account of a draft was deleted, or if the caller lacks the scope
   * `accounts:read`.
   */
  accountBalance!: string | null;
  /** Account balance after the commit; null if `accountBalance` is null. */
  accountBalanceAfter!: string | null;
  /** `closingBalance` minus `accountBalanceAfter`; null if either is null. @example "0.00" */
  difference!: string | null;
  /** Earliest row whose balance does not follow from the balance of the previous row; null if all balances do. */
  firstBreak!: BalanceBreakView | null;
}

export function reconciliationView(stored: ReconciliationView): ReconciliationView {
  const balances = ['openingBalance', 'closingBalance', 'accountBalance', 'accountBalanceAfter'] as const;
  return {
    ...inOrder(stored, ...balances, 'difference'),
    firstBreak: stored.firstBreak && inOrder(stored.firstBreak, 'index', 'line', 'expected', 'found'),
  };
}
