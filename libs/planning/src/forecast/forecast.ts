import type { Day } from '@app/kernel/pure';
import { addDays, dayNumber, down, halfEven, Money } from '@app/kernel/pure';
import type { AccountProjection, ScheduledEntry } from '@app/ledger';
import type { Expectation } from './expectations.js';
import type { BudgetStatus, Plan } from '@app/budgeting';
import type { Earmarks } from '@app/goals';

/** Change in a projected balance. An item of kind `budget` is the part of a budget's remaining amount for one day. */
export interface ForecastItem extends ScheduledEntry {
  readonly kind: 'transaction' | 'schedule' | 'card_payment' | 'tanda' | 'budget';
  readonly isIncome?: boolean;
}

export interface ForecastPoint {
  readonly date: Day;
  /** Balance as users see it. For a liability, it is the debt. */
  readonly balance: Money;
  /** Balance minus the amounts set aside for goals by the end of the day. Null for an account without funded goals. */
  readonly free: Money | null;
  /** Changes since the previous day, with the sign of `balance`. */
  readonly items: readonly { readonly kind: ForecastItem['kind']; readonly id: string; readonly amount: Money }[];
}

export interface AccountForecast {
  readonly account: AccountProjection;
  /** First day on which an asset is below its threshold or a liability is above it; null if this never happens in the forecast. */
  readonly crossesThresholdOn: Day | null;
  readonly lowest: ForecastPoint;
  /** Lowest point before the next scheduled income after today; null if no income is scheduled. */
  readonly lowestBeforeNextIncome: ForecastPoint | null;
  readonly points: readonly ForecastPoint[];
}

/** Remaining amount of a budget in a cycle, in the base currency. */
export interface CycleRest {
  readonly plan: Plan;
  readonly start: Day;
  readonly end: Day;
  readonly amount: Money;
}

/**
 * Returns the budget's remaining amount in each cycle, starting with the current one. Assumes that the amount will be
 * spent by the end of the cycle, so that only overspending rolls over.
 * @param expected returns the amount that schedules and narrower budgets will spend in a cycle (decision 0019)
 */
export function restsOf(
  plan: Plan,
  statuses: readonly BudgetStatus[],
  expected: (cycle: BudgetStatus['cycle']) => Money,
): CycleRest[] {
  const zero = Money.zero(plan.amounts[0]!.amount.currency);
  let overspent = zero;
  return statuses.map(({ cycle, amount, rollover, spent }, at) => {
    const carried = at === 0 ? rollover : overspent;
    const left = amount.add(carried).subtract(spent).subtract(expected(cycle));
    overspent = plan.rolloverSince !== null && left.isNegative ? left : zero;
    return { plan, start: cycle.start, end: cycle.end, amount: left.isPositive ? left : zero };
  });
}

/**
 * Spreads a cycle's remaining amount over the days until a day. Converts the amount once and rounds it half to even.
 * Omits days without an amount.
 */
export function sharesOf(rest: CycleRest, account: AccountProjection, today: Day, until: Day): ForecastItem[] {
  if (account.rate === null) return [];
  const whole = rest.amount.convertBack(account.rate, account.position.currency, halfEven);
  const sign = rest.plan.type === 'expense' ? -1n : 1n;
  const item = { kind: 'budget' as const, id: rest.plan.id, accountId: account.id };
  return spread(whole, rest, today, until)
    .filter(({ amount }) => !amount.isZero)
    .map(({ date, amount }) => ({ ...item, date, amount: amount.times(sign) }));
}

/**
 * Spreads an amount over the days of the cycle after today, or assigns it to today if the cycle ends today. Returns the
 * daily amounts until a day. They differ by at most one cent.
 */
export function spread(
  amount: Money,
  { start, end }: Pick<CycleRest, 'start' | 'end'>,
  today: Day,
  until: Day,
): { readonly date: Day; readonly amount: Money }[] {
  const tomorrow = addDays(today, 1);
  const first = [start, end < tomorrow ? end : tomorrow].toSorted().at(-1)!;
  const days = dayNumber(end) - dayNumber(first) + 1;
  const upTo = (day: number) => amount.portion(day, days, down);
  const shown = Math.min(days, Math.max(dayNumber(until) - dayNumber(first) + 1, 0));
  return Array.from({ length: shown }, (_, at) => ({
    date: addDays(first, at),
    amount: upTo(at + 1).subtract(upTo(at)),
  }));
}

export function itemsOf(
  { schedule, date }: Expectation,
  accounts: ReadonlyMap<string, AccountProjection>,
): ForecastItem[] {
  const { id, type, accountId, toAccountId, amount, rate } = schedule;
  const item = (account: string, change: Money): ForecastItem[] =>
    accounts.has(account)
      ? [{ kind: 'schedule', id, accountId: account, date, amount: change, isIncome: type === 'income' }]
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

/** Projects an account for each day from today. Each balance is the previous day's balance plus the day's items. */
export function accountForecast(
  account: AccountProjection,
  items: readonly ForecastItem[],
  today: Day,
  until: Day,
  earmarks?: Earmarks,
): AccountForecast {
  const shown = (amount: Money) => (account.kind === 'asset' ? amount : amount.negate());
  const byDay = Map.groupBy(items, ({ date }) => date);
  const comingByDay = Map.groupBy(earmarks?.coming ?? [], ({ date }) => date);
  let balance = shown(account.position);
  let setAside = earmarks?.setAside;
  const points = Array.from({ length: dayNumber(until) - dayNumber(today) + 1 }, (_, at) => {
    const date = addDays(today, at);
    const changes = (byDay.get(date) ?? []).map(({ kind, id, amount }) => ({ kind, id, amount: shown(amount) }));
    balance = changes.reduce((sum, { amount }) => sum.add(amount), balance);
    setAside = comingByDay.get(date)?.reduce((sum, { amount }) => sum?.add(amount), setAside) ?? setAside;
    return { date, balance, free: setAside === undefined ? null : balance.subtract(setAside), items: changes };
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
