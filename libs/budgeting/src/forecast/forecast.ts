import type { Day } from '@app/kernel/pure';
import { addDays, dayNumber, halfEven, Money } from '@app/kernel/pure';
import type { AccountProjection, ScheduledEntry } from '@app/ledger';
import type { Plan, BudgetStatus } from '../budgets/budget-status.js';

/** What changes an account on a day to come: a transaction dated then, or a day's share of what a budget has left. */
export interface ForecastItem extends ScheduledEntry {
  readonly kind: 'transaction' | 'budget';
}

/** An account at the end of a day to come. */
export interface ForecastPoint {
  readonly date: Day;
  /** As balances are shown: of a liability, what is owed. */
  readonly balance: Money;
  /** What makes the difference to the day before, as changes of the shown balance. */
  readonly items: readonly { readonly kind: ForecastItem['kind']; readonly id: string; readonly amount: Money }[];
}

export interface AccountForecast {
  readonly account: AccountProjection;
  /** The first day on which the balance is beyond the threshold: below it, or for a liability above it. */
  readonly crossesThresholdOn: Day | null;
  readonly points: readonly ForecastPoint[];
}

/** What a budget has left to be spent, or earned, in one of its cycles, in the base currency. */
export interface CycleRest {
  readonly plan: Plan;
  readonly start: Day;
  readonly end: Day;
  readonly amount: Money;
}

/**
 * What is left of a budget in its cycles from the running one on, when each cycle's rest is spent by its end: nothing then
 * rolls over but what was spent too much. Source: contract section 9, forecast; decision 0027.
 * @param statuses of one budget, in the order of time
 */
export function restsOf(plan: Plan, statuses: readonly BudgetStatus[]): CycleRest[] {
  const none = Money.zero(plan.amounts[0]!.amount.currency);
  let overspent = none;
  return statuses.map(({ cycle, amount, rollover, spent }, at) => {
    const carried = at === 0 ? rollover : overspent;
    const left = amount.add(carried).subtract(spent);
    overspent = plan.rolloverSince !== null && left.isNegative ? left : none;
    return { plan, start: cycle.start, end: cycle.end, amount: left.isPositive ? left : none };
  });
}

/**
 * A budget's rest as shares of the days that are left of its cycle: those after today, or today where the cycle ends with
 * it. The shares differ by a cent at most and add up to the rest, converted half-even once.
 */
export function sharesOf(rest: CycleRest, account: AccountProjection, today: Day): ForecastItem[] {
  if (rest.amount.isZero || account.rate === null) return [];
  const tomorrow = addDays(today, 1);
  const first = [rest.start, rest.end < tomorrow ? rest.end : tomorrow].toSorted().at(-1)!;
  const days = dayNumber(rest.end) - dayNumber(first) + 1;
  const { currency } = account.position;
  const whole = rest.amount.convertBack(account.rate, currency, halfEven).minor;
  const sign = rest.plan.type === 'expense' ? -1n : 1n;
  const upTo = (day: number) => (whole * BigInt(day)) / BigInt(days);
  return Array.from({ length: days }, (_, at) => ({
    kind: 'budget' as const,
    id: rest.plan.id,
    accountId: account.id,
    date: addDays(first, at),
    amount: Money.ofMinor(sign * (upTo(at + 1) - upTo(at)), currency),
  })).filter(({ amount }) => !amount.isZero);
}

/** An account day by day, from today on: every balance is the one before it and the items of its day. */
export function accountForecast(
  account: AccountProjection,
  items: readonly ForecastItem[],
  today: Day,
  until: Day,
): AccountForecast {
  const shown = (amount: Money) => (account.kind === 'asset' ? amount : amount.negate());
  const byDay = Map.groupBy(items, ({ date }) => date);
  let balance = shown(account.position);
  const points = Array.from({ length: dayNumber(until) - dayNumber(today) + 1 }, (_, at) => {
    const date = addDays(today, at);
    const changes = (byDay.get(date) ?? []).map(({ kind, id, amount }) => ({ kind, id, amount: shown(amount) }));
    balance = changes.reduce((sum, { amount }) => sum.add(amount), balance);
    return { date, balance, items: changes };
  });
  const crossing = points.find((point) => isBeyond(account, point.balance));
  return { account, crossesThresholdOn: crossing?.date ?? null, points };
}

function isBeyond({ kind, alertThreshold }: AccountProjection, balance: Money): boolean {
  if (alertThreshold === null) return false;
  const beyond = balance.compare(alertThreshold);
  return kind === 'asset' ? beyond < 0 : beyond > 0;
}
