import type { Day } from '@app/kernel/pure';
import { convertMinor, firstFrom, Money, Pace, RATE_SCALE } from '@app/kernel/pure';
import type { AccountKind } from '../accounts/account-type.js';

export interface Movement {
  /**
   * Index of the first point that includes the change. If the change is after the last point, the index is greater than
   * the last one.
   */
  readonly at: number;
  /** Hundredths of the account's currency. */
  readonly moved: bigint;
}

export interface HistoricAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly currency: string;
  /** Current position in hundredths. */
  readonly position: bigint;
  /** Fixed rate, scaled by 10^8; null if the market rate applies. */
  readonly fixedRate: bigint | null;
  /** Opening date, or the date of the first transaction if that is earlier. */
  readonly since: Day;
  /** True if the account is closed. A closed account counts only on days on which it has a balance. */
  readonly closed: boolean;
  /** Movements in any order, at most one for each point. */
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
 * (decision 0017). An account without a rate on a day does not count on that day; `unconverted` lists it. Computes only
 * the points at which the balance or the rate of an account changes. Lets other work run in between.
 * @param rates value of one unit in the base currency on each day, by currency
 */
export async function netWorthHistory(
  days: readonly Day[],
  accounts: readonly HistoricAccount[],
  base: string,
  rates: ReadonlyMap<string, readonly (bigint | undefined)[]>,
): Promise<HistoryPoint[]> {
  const pace = new Pace();
  const changes = { asset: days.map(() => 0n), liability: days.map(() => 0n) };
  const unconverted = days.map((): string[] => []);
  const market = new Map<string, readonly RateRun[]>([[base, always(RATE_SCALE)]]);
  for (const [currency, known] of rates) {
    await pace.keep();
    market.set(currency, runsOf(known));
  }
  for (const account of accounts) {
    await pace.keep();
    const changed = changes[account.kind];
    const rateRuns = account.fixedRate === null ? market.get(account.currency) : always(account.fixedRate);
    let earlier = 0n;
    for (const { from, to, balance, rate } of accountRuns(account, days, rateRuns ?? always(undefined))) {
      const counts = !account.closed || balance !== 0n;
      if (counts && rate === undefined) for (let at = from; at < to; at += 1) unconverted[at]!.push(account.id);
      const worth = rate === undefined ? 0n : convertMinor(balance, rate);
      changed[from]! += worth - earlier;
      earlier = worth;
    }
  }
  let [assets, position] = [0n, 0n];
  return days.map((date, at) => {
    assets += changes.asset[at]!;
    position += changes.liability[at]!;
    return {
      date,
      netWorth: Money.ofMinor(assets + position, base),
      assets: Money.ofMinor(assets, base),
      liabilities: Money.ofMinor(-position, base),
      unconverted: unconverted[at]!,
    };
  });
}

/** A rate that applies from a point until the next run begins. */
interface RateRun {
  readonly at: number;
  readonly rate: bigint | undefined;
}

const always = (rate: bigint | undefined): RateRun[] => [{ at: 0, rate }];

function runsOf(market: readonly (bigint | undefined)[]): RateRun[] {
  const runs: RateRun[] = [];
  market.forEach((rate, at) => {
    if (at === 0 || rate !== market[at - 1]) runs.push({ at, rate });
  });
  return runs;
}

/** Yields the runs of points, oldest first, on which the balance and the rate of an account stay the same. */
function* accountRuns(
  { position, since, movements }: HistoricAccount,
  days: readonly Day[],
  rateRuns: readonly RateRun[],
) {
  const sorted = movements.toSorted((one, other) => one.at - other.at);
  let balance = sorted.reduce((sum, { moved }) => sum - moved, position);
  let [nextMovement, nextRate] = [0, 0];
  let rate: bigint | undefined;
  for (let from = firstFrom(days, since); from < days.length;) {
    while (nextMovement < sorted.length && sorted[nextMovement]!.at <= from) balance += sorted[nextMovement++]!.moved;
    while (nextRate < rateRuns.length && rateRuns[nextRate]!.at <= from) rate = rateRuns[nextRate++]!.rate;
    const to = Math.min(sorted[nextMovement]?.at ?? days.length, rateRuns[nextRate]?.at ?? days.length, days.length);
    yield { from, to, balance, rate };
    from = to;
  }
}
