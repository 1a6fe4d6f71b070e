import type { Day, Series } from '@app/kernel/pure';
import { addDays, halfEven, Money } from '@app/kernel/pure';
import { MAX_MOVE_DAYS, occurrencesDue } from '../schedules/occurrence.js';
import type { ScheduledType } from '../schedules/schedule.js';

/** A schedule as a forecast sees it. */
export interface ExpectedSchedule {
  readonly id: string;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly type: ScheduledType;
  readonly amount: Money;
  readonly categoryId: string | null;
  readonly series: Series;
  /** What one unit of the account's currency is worth in the base currency, at 10^-8; null without a rate. */
  readonly rate: bigint | null;
  /** Nominal dates of what was met or skipped, as far back as a forecast looks. */
  readonly taken: ReadonlySet<Day>;
}

/** A time that a schedule is expected to come. */
export interface Expectation {
  readonly schedule: ExpectedSchedule;
  /** Its date, or today where it should have come before. */
  readonly date: Day;
}

/** How far back a forecast looks for what should have come, in days. */
const LOOK_BACK_DAYS = 366;

/**
 * What schedules still expect up to a day, in the order of the dates: occurrences that are neither met nor skipped. What is overdue or
 * due today stands on today. Source: contract section 20, forecast; decision 0071.
 */
export function expectationsOf(schedules: readonly ExpectedSchedule[], today: Day, until: Day): Expectation[] {
  const since = addDays(today, -LOOK_BACK_DAYS);
  return schedules
    .flatMap((schedule) =>
      occurrencesDue(schedule.series, since, until)
        .filter(({ nominalDate }) => !schedule.taken.has(nominalDate))
        .map(({ date }) => ({ schedule, date: date < today ? today : date })),
    )
    .sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));
}

/** The first nominal date that may matter to a forecast. */
export function firstNominalDate(today: Day): Day {
  return addDays(today, -LOOK_BACK_DAYS - MAX_MOVE_DAYS);
}

/** The expectations that are in one of some categories. */
export function expectedIn(expectations: readonly Expectation[], categoryIds: ReadonlySet<string>): Expectation[] {
  return expectations.filter(({ schedule: { categoryId } }) => categoryId !== null && categoryIds.has(categoryId));
}

/**
 * By how much expectations in a budget's categories change what it has spent by its own reckoning, from one day to another,
 * in the base currency, half-even for each. What no rate converts changes nothing.
 */
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
