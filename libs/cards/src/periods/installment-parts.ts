import type { Day, Money } from '@app/kernel/pure';
import { down } from '@app/kernel/pure';
import type { CardCalendar, CardPeriod } from './card-calendar.js';

export const MAX_MONTHS = 60;

/** An interest-free installment purchase (meses sin intereses). Each statement bills one installment. */
export interface InstallmentPlan {
  readonly date: Day;
  readonly amount: Money;
  readonly months: number;
  /**
   * Day on which the plan was deleted; null if it was not. Installments that were deferred on this day are due at the
   * next cut-off.
   */
  readonly endedOn: Day | null;
}

export interface InstallmentPart {
  readonly number: number;
  readonly amount: Money;
  readonly period: CardPeriod;
}

/**
 * Splits an amount into equal installments, each rounded down to the cent, and adds the remainder to the last one:
 * 100.00 in three installments is 33.33, 33.33 and 33.34.
 */
export function equalParts(amount: Money, months: number): Money[] {
  const part = amount.portion(1, months, down);
  const last = amount.subtract(part.times(BigInt(months - 1)));
  return Array.from({ length: months }, (_, at) => (at < months - 1 ? part : last));
}

/**
 * Returns the installments of a plan. The statement of the purchase bills the first one, and each following statement
 * bills one more.
 */
export function partsOf(plan: InstallmentPlan, calendar: CardCalendar): InstallmentPart[] {
  let period: CardPeriod | undefined;
  return equalParts(plan.amount, plan.months).map((amount, at) => {
    period = period === undefined ? calendar.holding(plan.date) : calendar.next(period);
    return { number: at + 1, amount, period };
  });
}

export function deferredAt(plans: readonly InstallmentPlan[], calendar: CardCalendar): Map<Day, Money> {
  const deferred = new Map<Day, Money>();
  for (const plan of plans) {
    let rest = plan.amount;
    for (const { amount, period } of partsOf(plan, calendar)) {
      rest = rest.subtract(amount);
      // Statements that closed before the plan ended do not change.
      if (plan.endedOn !== null && period.cutOff >= plan.endedOn) break;
      if (rest.isPositive) deferred.set(period.cutOff, deferred.get(period.cutOff)?.add(rest) ?? rest);
    }
  }
  return deferred;
}
