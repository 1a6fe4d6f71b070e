import type { BalanceChain, BalanceLink } from '../balances/balance-chain.js';
import type { StatementAccount } from '../records/statement-account.js';
import type { Movements } from './movements.js';
import type { RowReading, StatementRow } from './statement-row.js';

export interface Assessment {
  readonly movements: Movements;
  readonly reading: RowReading;
  readonly rows: readonly StatementRow[];
  readonly chain: BalanceChain | null;
  readonly links: readonly BalanceLink[];
  readonly account: StatementAccount;
  readonly isEncodingUnsure: boolean;
  readonly isScaleUnlikely: boolean;
  /**
   * Sum of the transactions minus the change between the stated balances, in minor units; 0 if a balance is unknown.
   */
  readonly unexplained: bigint;
  readonly isSignTold: boolean;
}
