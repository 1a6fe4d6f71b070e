import type { BalanceChain, BalanceLink } from '../balances/balance-chain.js';
import type { StatementAccount } from '../records/statement-account.js';
import type { Movements } from './movements.js';
import type { RowReading, StatementRow } from './statement-row.js';

/** Input for the warnings of a statement, once the reading of its rows is known. */
export interface Assessment {
  readonly movements: Movements;
  readonly reading: RowReading;
  /** The first rows of the statement. */
  readonly rows: readonly StatementRow[];
  readonly chain: BalanceChain | null;
  readonly links: readonly BalanceLink[];
  readonly account: StatementAccount;
  readonly isEncodingUnsure: boolean;
  readonly isScaleUnlikely: boolean;
  /** Sum of the movements minus the difference of the stated balances; 0 if they match or are unknown. */
  readonly unexplained: bigint;
  /** True if the caller set the sign of the amounts. */
  readonly isSignTold: boolean;
}
