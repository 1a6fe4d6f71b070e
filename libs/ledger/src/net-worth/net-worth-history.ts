import type { Day } from '@app/kernel';
import { convert, RATE_SCALE } from '@app/kernel';
import type { AccountKind } from '../accounts/account-type.js';

/** What an account gained or lost before a point and after the one before it, in minor units. */
export interface Movement {
  /** The index of the first point that it counts at; beyond the last point where it is dated after all of them. */
  readonly at: number;
  readonly moved: bigint;
}

/** An account with what moved it after the first point. The position is the present one, all of that included. */
export interface HistoricAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly position: bigint;
  /** The account's own rate at 10^-8; null where it converts at the market's. */
  readonly fixedRate: bigint | null;
  /** The day from which it counts: its opening date, or its first transaction where that is earlier. */
  readonly since: Day;
  /** It holds nothing now, and counts on the days on which it held something. */
  readonly closed: boolean;
  readonly movements: readonly Movement[];
}

/** What was owned and owed on a day, in minor units of the base currency. */
export interface HistoryPoint {
  readonly date: Day;
  readonly netWorth: bigint;
  readonly assets: bigint;
  readonly liabilities: bigint;
  readonly unconverted: readonly string[];
}

/**
 * Net worth on each of the days. An account's balance on a day is its position less what moved it later; it is converted
 * by itself, half-even, at the rate of the day or at its own, and the rounded amounts are added. Assets add, liabilities
 * subtract. An account without a rate counts nowhere on that day but among the unconverted.
 *
 * `rates` has for each currency what one unit was worth in the base currency on each of the days.
 * Source: contract section 8, decision 0017.
 */
export function netWorthHistory(
  days: readonly Day[],
  accounts: readonly HistoricAccount[],
  base: string,
  rates: ReadonlyMap<string, readonly (bigint | undefined)[]>,
): HistoryPoint[] {
  const points = days.map((date) => ({ date, assets: 0n, liabilities: 0n, unconverted: [] as string[] }));
  for (const account of accounts) {
    const balances = balancesAt(account, days.length);
    const market = rates.get(account.currency);
    points.forEach((point, at) => {
      if (point.date < account.since || (account.closed && balances[at] === 0n)) return;
      const rate = account.fixedRate ?? (account.currency === base ? RATE_SCALE : market?.[at]);
      if (rate === undefined) {
        point.unconverted.push(account.id);
        return;
      }
      const worth = rate === RATE_SCALE ? balances[at]! : convert(balances[at]!, rate, base);
      if (account.kind === 'asset') point.assets += worth;
      else point.liabilities -= worth;
    });
  }
  return points.map((point) => ({ ...point, netWorth: point.assets - point.liabilities }));
}

/** The position at each point: the present one, with everything later taken back, from the last point to the first. */
function balancesAt({ position, movements }: HistoricAccount, count: number): bigint[] {
  const movedAt = new Map(movements.map(({ at, moved }) => [at, moved]));
  const balances: bigint[] = [];
  let balance = position;
  for (let at = count - 1; at >= 0; at -= 1) {
    balance -= movedAt.get(at + 1) ?? 0n;
    balances[at] = balance;
  }
  return balances;
}
