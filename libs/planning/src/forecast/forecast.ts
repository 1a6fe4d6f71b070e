import type { Day } from '@app/kernel/pure';
import { addDays, dayNumber, down, halfEven, Money } from '@app/kernel/pure';
import type { AccountProjection, ScheduledEntry } from '@app/ledger';
import type { Expectation } from './expectations.js';
import type { BudgetStatus, Plan } from '@app/budgeting';

/**
 * What changes an account on a day to come: a transaction dated then, what a schedule expects, the payment of a card, or a
 * day's share of what a budget has left.
 */
export interface ForecastItem extends ScheduledEntry {
  readonly kind: 'transaction' | 'schedule' | 'card_payment' | 'budget';
  /** Whether it is an income that a schedule expects. */
  readonly isIncome?: boolean;
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
  /** The first of the points with the lowest balance. */
  readonly lowest: ForecastPoint;
  /** The same of the days before the first income to come that a schedule expects after today; null without one. */
  readonly lowestBeforeNextIncome: ForecastPoint | null;
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
 * rolls over but what was spent too much. The expectations of schedules and narrower budgets in a cycle count as spent. Source:
 * contract sections 9 and 20, forecast; decisions 0027 and 0071.
 * @param statuses of one budget, in the order of time
 * @param expected what schedules and narrower budgets will add to `spent` in a cycle
 */
export function restsOf(
  plan: Plan,
  statuses: readonly BudgetStatus[],
  expected: (cycle: BudgetStatus['cycle']) => Money,
): CycleRest[] {
  const none = Money.zero(plan.amounts[0]!.amount.currency);
  let overspent = none;
  return statuses.map(({ cycle, amount, rollover, spent }, at) => {
    const carried = at === 0 ? rollover : overspent;
    const left = amount.add(carried).subtract(spent).subtract(expected(cycle));
    overspent = plan.rolloverSince !== null && left.isNegative ? left : none;
    return { plan, start: cycle.start, end: cycle.end, amount: left.isPositive ? left : none };
  });
}

/**
 * A budget's rest as shares of the days that are left of its cycle, converted half-even once. Shares of nothing are left out.
 */
export function sharesOf(rest: CycleRest, account: AccountProjection, today: Day): ForecastItem[] {
  if (account.rate === null) return [];
  const whole = rest.amount.convertBack(account.rate, account.position.currency, halfEven);
  const sign = rest.plan.type === 'expense' ? -1n : 1n;
  const item = { kind: 'budget' as const, id: rest.plan.id, accountId: account.id };
  return spread(whole, rest, today)
    .filter(({ amount }) => !amount.isZero)
    .map(({ date, amount }) => ({ ...item, date, amount: amount.times(sign) }));
}

/**
 * Spreads an amount over the days that are left of a cycle: those after today, or today if the cycle ends with it. The
 * shares differ by a cent at most and add up to the amount.
 */
export function spread(
  amount: Money,
  { start, end }: Pick<CycleRest, 'start' | 'end'>,
  today: Day,
): { readonly date: Day; readonly amount: Money }[] {
  const tomorrow = addDays(today, 1);
  const first = [start, end < tomorrow ? end : tomorrow].toSorted().at(-1)!;
  const days = dayNumber(end) - dayNumber(first) + 1;
  const upTo = (day: number) => amount.portion(day, days, down);
  return Array.from({ length: days }, (_, at) => ({
    date: addDays(first, at),
    amount: upTo(at + 1).subtract(upTo(at)),
  }));
}

/** What an expectation changes in an account, and of a transfer in the receiving one, where both are among the accounts. */
export function itemsOf(
  { schedule, date }: Expectation,
  accounts: ReadonlyMap<string, AccountProjection>,
): ForecastItem[] {
  const { id, type, accountId, toAccountId, amount, rate } = schedule;
  const item = (account: string, moved: Money): ForecastItem[] =>
    accounts.has(account)
      ? [{ kind: 'schedule', id, accountId: account, date, amount: moved, isIncome: type === 'income' }]
      : [];
  const own = item(accountId, type === 'income' ? amount : amount.negate());
  const receiver = accounts.get(toAccountId ?? '');
  if (receiver === undefined) return own;
  const { currency } = receiver.position;
  if (currency === amount.currency) return [...own, ...item(receiver.id, amount)];
  if (rate === null || receiver.rate === null) return own;
  const arriving = amount.convert(rate, currency, halfEven).convertBack(receiver.rate, currency, halfEven);
  return [...own, ...item(receiver.id, arriving)];
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
  const incomes = items.filter(({ isIncome, date }) => isIncome === true && date > today).map(({ date }) => date);
  const nextIncome = incomes.sort()[0];
  return {
    account,
    crossesThresholdOn: crossing?.date ?? null,
    lowest: lowestOf(points),
    lowestBeforeNextIncome: nextIncome === undefined ? null : lowestOf(points.filter(({ date }) => date < nextIncome)),
    points,
  };
}

function lowestOf(points: readonly ForecastPoint[]): ForecastPoint {
  return points.reduce((lowest, point) => (point.balance.compare(lowest.balance) < 0 ? point : lowest));
}

function isBeyond({ kind, alertThreshold }: AccountProjection, balance: Money): boolean {
  if (alertThreshold === null) return false;
  const beyond = balance.compare(alertThreshold);
  return kind === 'asset' ? beyond < 0 : beyond > 0;
}
