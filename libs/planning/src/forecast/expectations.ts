import type { Day, Series } from '@app/kernel/pure';
import type { Money } from '@app/kernel/pure';
import { addDays, halfEven } from '@app/kernel/pure';
import { DailyAmounts } from './daily-amounts.js';
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
  /** Value of one unit of the account's currency in the base currency, scaled by 10^8; null if unknown. */
  readonly rate: bigint | null;
  /** Nominal dates of matched and skipped occurrences within LOOK_BACK_DAYS. */
  readonly taken: ReadonlySet<Day>;
}

export interface Expectation {
  readonly schedule: ExpectedSchedule;
  readonly date: Day;
}

/** Maximum age of an overdue occurrence that the forecast still expects. */
const LOOK_BACK_DAYS = 366;

/** Returns the open occurrences until a day. Overdue occurrences get today's date (decision 0019). */
export function expectationsOf(schedule: ExpectedSchedule, today: Day, until: Day): Expectation[] {
  return occurrencesDue(schedule.series, addDays(today, -LOOK_BACK_DAYS), until)
    .filter(({ nominalDate }) => !schedule.taken.has(nominalDate))
    .map(({ date }) => ({ schedule, date: date < today ? today : date }));
}

export function firstNominalDate(today: Day): Day {
  return addDays(today, -LOOK_BACK_DAYS - MAX_MOVE_DAYS);
}

/** Expected expenses minus refunds by category and day, in the base currency. */
export class ExpectedSpending {
  private readonly byCategory = new Map<string, DailyAmounts>();
  private readonly byRoot = new Map<string, DailyAmounts>();

  /** Rounds each converted amount half to even. Ignores expectations without a category or an exchange rate. */
  constructor(
    expectations: readonly Expectation[],
    private readonly baseCurrency: string,
  ) {
    for (const { schedule, date } of expectations) {
      const { amount, rate, type, categoryId } = schedule;
      if (categoryId === null || rate === null) continue;
      const counted = amount.convert(rate, baseCurrency, halfEven);
      const days = this.byCategory.get(categoryId) ?? new DailyAmounts(baseCurrency);
      days.add(date, type === 'income' ? counted.negate() : counted);
      this.byCategory.set(categoryId, days);
    }
  }

  /**
   * Returns the expected spending in a category and its descendants.
   * @param subtree IDs of the category and its descendants
   */
  within(root: string, subtree: ReadonlySet<string>): DailyAmounts {
    const known = this.byRoot.get(root);
    if (known) return known;
    const days = new DailyAmounts(this.baseCurrency);
    for (const [category, ofCategory] of this.byCategory) if (subtree.has(category)) days.addAll(ofCategory);
    this.byRoot.set(root, days);
    return days;
  }
}
