import type { Day } from '@app/kernel/pure';
import { halfEven, Money, RATE_SCALE } from '@app/kernel/pure';
import type { AccountKind } from '../accounts/account-type.js';

export interface Movement {
  /**
   * Index of the first point that includes the change. If the change is after the last point, the index is greater than
   * the last one.
   */
  readonly at: number;
  readonly moved: Money;
}

export interface HistoricAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly position: Money;
  /** Fixed rate, scaled by 10^8; null if the market rate applies. */
  readonly fixedRate: bigint | null;
  /** Opening date, or the date of the first transaction if that is earlier. */
  readonly since: Day;
  /** True if the account is closed. A closed account counts only on days on which it has a balance. */
  readonly closed: boolean;
  readonly movements: readonly Movement[];
}

export interface HistoryPoint {
  readonly date: Day;
  readonly netWorth: Money;
  readonly assets: Money;
  readonly liabilities: Money;
  readonly unconverted: readonly string[];
}

export interface NetWorthHistory {
  readonly currency: string;
  readonly points: readonly HistoryPoint[];
}

/**
 * Returns the net worth on each day. Converts each account separately, rounds half to even, and adds the results
 * (decision 0017). An account without a rate on a day does not count on that day; `unconverted` lists it.
 * @param rates value of one unit in the base currency on each day, by currency
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

/**
 * Returns the balance at each point. Starts with the current position and subtracts the changes from the last point
 * back to the first.
 */
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
