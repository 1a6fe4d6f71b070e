import type { Day, Money } from '@app/kernel/pure';
import { down } from '@app/kernel/pure';
import type { CardCalendar, CardPeriod } from './card-calendar.js';

/** The most months that a purchase is paid in. */
export const MAX_MONTHS = 60;

/** A purchase that is paid in parts without interest, a part in each of so many statements. */
export interface InstallmentPlan {
  /** The day of the purchase. */
  readonly date: Day;
  readonly amount: Money;
  readonly months: number;
  /** The day on which the plan was taken off: what was deferred then is due at the next cut-off. */
  readonly endedOn: Day | null;
}

/** A part of a plan, and the statement that it falls into. */
export interface InstallmentPart {
  /** Counted from 1. */
  readonly number: number;
  readonly amount: Money;
  readonly period: CardPeriod;
}

/**
 * An amount in equal parts to the cent, rounded down; the last takes the rest: 100.00 in three parts are 33.33, 33.33 and 33.34.
 * Source: contract section 20, months without interest.
 */
export function equalParts(amount: Money, months: number): Money[] {
  const part = amount.portion(1, months, down);
  const last = amount.subtract(part.times(BigInt(months - 1)));
  return Array.from({ length: months }, (_, at) => (at < months - 1 ? part : last));
}

/** The parts of a plan: the first stands in the statement that holds the purchase, each other one in the next statement. */
export function partsOf(plan: InstallmentPlan, calendar: CardCalendar): InstallmentPart[] {
  let period: CardPeriod | undefined;
  return equalParts(plan.amount, plan.months).map((amount, at) => {
    period = period === undefined ? calendar.holding(plan.date) : calendar.next(period);
    return { number: at + 1, amount, period };
  });
}

/** What plans leave to later statements, by the cut-off of each statement that leaves something. */
export function deferredAt(plans: readonly InstallmentPlan[], calendar: CardCalendar): Map<Day, Money> {
  const deferred = new Map<Day, Money>();
  for (const plan of plans) {
    let rest = plan.amount;
    for (const { amount, period } of partsOf(plan, calendar)) {
      rest = rest.subtract(amount);
      // What was closed when the plan was taken off stays as it was.
      if (plan.endedOn !== null && period.cutOff >= plan.endedOn) break;
      if (rest.isPositive) deferred.set(period.cutOff, deferred.get(period.cutOff)?.add(rest) ?? rest);
    }
  }
  return deferred;
}
