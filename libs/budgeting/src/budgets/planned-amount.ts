import type { Day } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { Schedule } from './cycle.js';
import { cyclesBefore } from './cycle.js';

/** Amount in the base currency for cycles that begin on or after a day, until the next amount applies. */
export interface PlannedAmount {
  readonly since: Day;
  readonly amount: Money;
}

/** Returns the amount of a cycle. The amounts must be sorted by day; the first one also applies to earlier cycles. */
export function amountOn(amounts: readonly PlannedAmount[], cycleStart: Day): Money {
  return (amounts.findLast(({ since }) => since <= cycleStart) ?? amounts[0]!).amount;
}

/**
 * Returns the total amount of the cycles that start between `from` and `before` (exclusive). Does not iterate over the
 * cycles.
 */
export function plannedBetween(schedule: Schedule, amounts: readonly PlannedAmount[], from: Day, before: Day): Money {
  return amounts.reduce((sum, { amount, since }, at) => {
    const first = at === 0 || since < from ? from : since;
    const next = amounts[at + 1]?.since ?? before;
    const last = next < before ? next : before;
    if (last <= first) return sum;
    return sum.add(amount.times(BigInt(cyclesBefore(schedule, last) - cyclesBefore(schedule, first))));
  }, Money.zero(amounts[0]!.amount.currency));
}
