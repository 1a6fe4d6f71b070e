import type { Day } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { Schedule } from './cycle.js';
import { cyclesBefore } from './cycle.js';

/** An amount per cycle, in the base currency: it holds for cycles that begin on or after a day. */
export interface PlannedAmount {
  readonly since: Day;
  readonly amount: Money;
}

/** The amount of the cycle that begins on a day. The amounts stand in the order of their days; the first is older than all. */
export function amountOn(amounts: readonly PlannedAmount[], cycleStart: Day): Money {
  return (amounts.findLast(({ since }) => since <= cycleStart) ?? amounts[0]!).amount;
}

/**
 * The amounts of all cycles that begin on or after one day and before another, added up: by how many cycles each amount
 * holds for, so that ten years cost as much as a month.
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
