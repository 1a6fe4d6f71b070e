import type { Day } from '@app/kernel/pure';
import { halfEven, Money, RATE_SCALE } from '@app/kernel/pure';
import type { AccountKind } from '../accounts/account-type.js';

/** What an account gained or lost between two points. */
export interface Movement {
  /** The index of the first point that it counts at; beyond the last point where it is dated after all of them. */
  readonly at: number;
  readonly moved: Money;
}

/** An account with what moved it after the first point. The position is the present one, all of that included. */
export interface HistoricAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly position: Money;
  /** The account's own rate at 10^-8; null where it converts at the market's. */
  readonly fixedRate: bigint | null;
  /** The day from which it counts: its opening date, or its first transaction where that is earlier. */
  readonly since: Day;
  /** Whether it is closed: it holds nothing now, and counts on the days on which it held something. */
  readonly closed: boolean;
  readonly movements: readonly Movement[];
}

/** What was owned and owed on a day, in the base currency. */
export interface HistoryPoint {
  readonly date: Day;
  readonly netWorth: Money;
  readonly assets: Money;
  readonly liabilities: Money;
  readonly unconverted: readonly string[];
}

/** Net worth over time. */
export interface NetWorthHistory {
  /** The base currency. */
  readonly currency: string;
  /** Oldest first. */
  readonly points: readonly HistoryPoint[];
}

/**
 * Net worth on each of the days. An account's balance on a day is its position less what moved it later; it is converted
 * by itself, half-even, at the rate of the day or at its own, and the rounded amounts are added. Assets add, liabilities
 * subtract. An account without a rate on a day is listed among the unconverted of that day and counts nowhere else.
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
  const zero = Money.zero(base);
  const points = days.map((date) => ({ date, assets: zero, liabilities: zero, unconverted: [] as string[] }));
  for (const account of accounts) {
    const balances = balancesAt(account, days.length);
    const { currency } = account.position;
    const market = rates.get(currency);
    points.forEach((point, at) => {
      if (point.date < account.since || (account.closed && balances[at]!.isZero)) return;
      const rate = account.fixedRate ?? (currency === base ? RATE_SCALE : market?.[at]);
      if (rate === undefined) {
        point.unconverted.push(account.id);
        return;
      }
      const worth = balances[at]!.convert(rate, base, halfEven);
      if (account.kind === 'asset') point.assets = point.assets.add(worth);
      else point.liabilities = point.liabilities.subtract(worth);
    });
  }
  return points.map((point) => ({ ...point, netWorth: point.assets.subtract(point.liabilities) }));
}

/** The position at each point: the present one less everything that moved it later, from the last point to the first. */
function balancesAt({ position, movements }: HistoricAccount, count: number): Money[] {
  const movedAt = new Map(movements.map(({ at, moved }) => [at, moved]));
  const balances: Money[] = [];
  let balance = position;
  for (let at = count - 1; at >= 0; at -= 1) {
    const moved = movedAt.get(at + 1);
    if (moved) balance = balance.subtract(moved);
    balances[at] = balance;
  }
  return balances;
}
