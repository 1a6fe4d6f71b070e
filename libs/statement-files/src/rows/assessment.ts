import type { BalanceChain, BalanceLink } from '../balances/balance-chain.js';
import type { StatementAccount } from '../records/statement-account.js';
import type { Movements } from './movements.js';
import type { RowReading, StatementRow } from './statement-row.js';

/** What a statement is assessed by once it is known how its rows are read. */
export interface Assessment {
  readonly movements: Movements;
  readonly reading: RowReading;
  /** The first rows, as they are read. */
  readonly rows: readonly StatementRow[];
  readonly chain: BalanceChain | null;
  readonly links: readonly BalanceLink[];
  readonly account: StatementAccount;
  readonly isEncodingUnsure: boolean;
  readonly isScaleUnlikely: boolean;
  /** By how much the file's own balances differ from what its movements add up to, 0 where nothing can be said. */
  readonly unexplained: bigint;
  /** Whether the caller said which way the amounts go. */
  readonly isSignTold: boolean;
}
