import type { Day, Series } from '@app/kernel/pure';
import { addDays, halfEven, Money } from '@app/kernel/pure';
import { MAX_MOVE_DAYS, occurrencesDue } from '../schedules/occurrence.js';
import type { ScheduledType } from '../schedules/schedule.js';

export interface ExpectedSchedule {
  readonly id: string;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly type: ScheduledType;
  readonly amount: Money;
  readonly categoryId: string | null;
  readonly series: Series;
  /** Value of one unit of the account's currency in the base currency, times 10^8; null without a rate. */
  readonly rate: bigint | null;
  /** Nominal dates of matched and skipped occurrences within the look-back period. */
  readonly taken: ReadonlySet<Day>;
}

export interface Expectation {
  readonly schedule: ExpectedSchedule;
  readonly date: Day;
}

/** Older overdue occurrences are not projected. */
const LOOK_BACK_DAYS = 366;

/** Returns the open occurrences up to a day, by date. Overdue ones are expected today (decision 0071). */
export function expectationsOf(schedules: readonly ExpectedSchedule[], today: Day, until: Day): Expectation[] {
  const since = addDays(today, -LOOK_BACK_DAYS);
  return schedules
    .flatMap((schedule) =>
      occurrencesDue(schedule.series, since, until)
        .filter(({ nominalDate }) => !schedule.taken.has(nominalDate))
        .map(({ date }) => ({ schedule, date: date < today ? today : date })),
    )
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

export function firstNominalDate(today: Day): Day {
  return addDays(today, -LOOK_BACK_DAYS - MAX_MOVE_DAYS);
}

export function expectedIn(expectations: readonly Expectation[], categoryIds: ReadonlySet<string>): Expectation[] {
  return expectations.filter(({ schedule: { categoryId } }) => categoryId !== null && categoryIds.has(categoryId));
}

/** In the base currency. Each expectation is rounded half-even, and ignored if it has no rate. */
export function expectedSpending(
  expectations: readonly Expectation[],
  budget: { readonly type: 'expense' | 'income'; readonly baseCurrency: string },
  { start, end }: { readonly start: Day; readonly end: Day },
): Money {
  let sum = Money.zero(budget.baseCurrency);
  for (const { schedule, date } of expectations) {
    const { amount, rate, type } = schedule;
    if (rate === null || date < start || date > end) continue;
    const counted = amount.convert(rate, budget.baseCurrency, halfEven);
    sum = type === budget.type ? sum.add(counted) : sum.subtract(counted);
  }
  return sum;
}
