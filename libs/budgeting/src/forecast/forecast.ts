import type { Day } from '@app/kernel/pure';
import { addDays, dayNumber, divideHalfEven } from '@app/kernel';
import type { Plan, BudgetStatus } from '../budgets/budget-status.js';

/** An account at the end of today. Amounts are minor units of its currency, as the owner's position. */
export interface ForecastAccount {
  readonly id: string;
  readonly currency: string;
  readonly kind: 'asset' | 'liability';
  readonly alertThreshold: bigint | null;
  readonly position: bigint;
  /** What a unit of its currency is worth in the base currency, at 10^-8; null without a rate. */
  readonly rate: bigint | null;
}

/** What changes an account on a day to come: a transaction dated then, or a day's share of what a budget has left. */
export interface ForecastItem {
  readonly kind: 'transaction' | 'budget';
  readonly id: string;
  readonly accountId: string;
  readonly date: Day;
  /** The change of the owner's position. */
  readonly amount: bigint;
}

/** An account at the end of a day to come. */
export interface ForecastPoint {
  readonly date: Day;
  /** As balances are shown: of a liability, what is owed. */
  readonly balance: bigint;
  /** What makes the difference to the day before, as changes of the shown balance. */
  readonly items: readonly { readonly kind: ForecastItem['kind']; readonly id: string; readonly amount: bigint }[];
}

export interface AccountForecast {
  readonly account: ForecastAccount;
  /** The first day on which the balance is beyond the threshold: below it, or for a liability above it. */
  readonly crossesThresholdOn: Day | null;
  readonly points: readonly ForecastPoint[];
}

/** What a budget has left to be spent, or earned, in one of its cycles, in minor units of the base currency. */
export interface CycleRest {
  readonly plan: Plan;
  readonly start: Day;
  readonly end: Day;
  readonly amount: bigint;
}

const RATE_SCALE = 100_000_000n;

/**
 * What is left of a budget in its cycles from the running one on, when each cycle's rest is spent by its end: nothing then
 * rolls over but what was spent too much. Source: contract section 9, forecast; decision 0027.
 * @param statuses of one budget, in the order of time
 */
export function restsOf(plan: Plan, statuses: readonly BudgetStatus[]): CycleRest[] {
  let overspent = 0n;
  return statuses.map(({ cycle, amount, rollover, spent }, at) => {
    const carried = at === 0 ? rollover : overspent;
    const left = amount + carried - spent;
    overspent = plan.rolloverSince !== null && left < 0n ? left : 0n;
    return { plan, start: cycle.start, end: cycle.end, amount: left > 0n ? left : 0n };
  });
}

/**
 * A budget's rest as shares of the days that are left of its cycle: those after today, or today where the cycle ends with
 * it. The shares differ by a cent at most and add up to the rest, converted half-even once.
 */
export function sharesOf(rest: CycleRest, account: ForecastAccount, today: Day): ForecastItem[] {
  if (rest.amount === 0n || account.rate === null) return [];
  const tomorrow = addDays(today, 1);
  const first = [rest.start, rest.end < tomorrow ? rest.end : tomorrow].toSorted().at(-1)!;
  const days = dayNumber(rest.end) - dayNumber(first) + 1;
  const whole = divideHalfEven(rest.amount * RATE_SCALE, account.rate);
  const sign = rest.plan.type === 'expense' ? -1n : 1n;
  const upTo = (day: number) => (whole * BigInt(day)) / BigInt(days);
  return Array.from({ length: days }, (_, at) => ({
    kind: 'budget' as const,
    id: rest.plan.id,
    accountId: account.id,
    date: addDays(first, at),
    amount: sign * (upTo(at + 1) - upTo(at)),
  })).filter(({ amount }) => amount !== 0n);
}

/** An account day by day, from today on: every balance is the one before it and the items of its day. */
export function accountForecast(
  account: ForecastAccount,
  items: readonly ForecastItem[],
  today: Day,
  until: Day,
): AccountForecast {
  const sign = account.kind === 'asset' ? 1n : -1n;
  const byDay = Map.groupBy(items, ({ date }) => date);
  let balance = sign * account.position;
  const points = Array.from({ length: dayNumber(until) - dayNumber(today) + 1 }, (_, at) => {
    const date = addDays(today, at);
    const changes = (byDay.get(date) ?? []).map(({ kind, id, amount }) => ({ kind, id, amount: sign * amount }));
    balance = changes.reduce((sum, { amount }) => sum + amount, balance);
    return { date, balance, items: changes };
  });
  const crossing = points.find((point) => isBeyond(account, point.balance));
  return { account, crossesThresholdOn: crossing?.date ?? null, points };
}

function isBeyond({ kind, alertThreshold }: ForecastAccount, balance: bigint): boolean {
  if (alertThreshold === null) return false;
  return kind === 'asset' ? balance < alertThreshold : balance > alertThreshold;
}
