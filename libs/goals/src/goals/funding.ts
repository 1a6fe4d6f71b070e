import type { Day, Series } from '@app/kernel/pure';
import { addDays, countOccurrences, Money, nominalDateAfter, occurrencesBetween } from '@app/kernel/pure';

/** Frequencies of pay days. `quincena` means the 15th and the last day of each month. */
export const FUNDING_FREQUENCIES = ['week', 'two_weeks', 'quincena', 'month'] as const;
export type FundingFrequency = (typeof FUNDING_FREQUENCIES)[number];

/** Amount to set aside on each pay day. Each pay day is computed from `from`, not from the previous pay day. */
export interface Funding {
  readonly every: FundingFrequency;
  readonly amount: Money;
  readonly from: Day;
}

export interface Plan {
  readonly remaining: Money;
  readonly targetDate: Day | null;
  readonly funding: Funding | null;
  /** True if money was set aside today. In this case, today does not count as a pay day. */
  readonly isFundedToday: boolean;
}

export interface Pace {
  /** Amount per pay day that reaches the target by the target date. Null if there is no funding or no target date. */
  readonly perPeriod: Money | null;
  readonly periodsLeft: number | null;
  /** Day on which the funding reaches the target. Null if it never does. */
  readonly expectedOn: Day | null;
  readonly isBehind: boolean;
}

export function paySeries({ every, from }: Pick<Funding, 'every' | 'from'>): Series {
  return { recurrence: { every, interval: 1, businessDay: 'none' }, startDate: from, endDate: null };
}

export function paceOf(plan: Plan, today: Day): Pace {
  const { remaining, targetDate, funding } = plan;
  if (funding === null) {
    const isLate = targetDate !== null && targetDate < today && remaining.isPositive;
    return { perPeriod: null, periodsLeft: null, expectedOn: null, isBehind: isLate };
  }
  const from = firstPayDay(plan, today);
  const expectedOn = expectedDay(remaining, funding, from);
  if (targetDate === null) return { perPeriod: null, periodsLeft: null, expectedOn, isBehind: false };
  const periodsLeft = countOccurrences(paySeries(funding), from, targetDate);
  const perPeriod = partPer(remaining, periodsLeft);
  const isBehind = remaining.isPositive && (expectedOn === null || expectedOn > targetDate);
  return { perPeriod, periodsLeft, expectedOn, isBehind };
}

/** Returns the amount per period, rounded up to the cent. The last period may need less. */
export function partPer(remaining: Money, periods: number): Money {
  return periods === 0 ? remaining : Money.ofMinor(ceilDivide(remaining.minor, BigInt(periods)), remaining.currency);
}

/**
 * Returns the amounts that the funding will set aside on each pay day up to a day. Stops when the target is reached.
 */
export function fundingUpTo(plan: Plan, today: Day, until: Day): { readonly date: Day; readonly amount: Money }[] {
  if (plan.funding === null) return [];
  let left = plan.remaining;
  return occurrencesBetween(paySeries(plan.funding), firstPayDay(plan, today), until).flatMap(({ date }) => {
    const amount = left.min(plan.funding!.amount);
    left = left.subtract(amount);
    return amount.isPositive ? [{ date, amount }] : [];
  });
}

function firstPayDay({ isFundedToday }: Plan, today: Day): Day {
  return isFundedToday ? addDays(today, 1) : today;
}

function expectedDay(remaining: Money, funding: Funding, from: Day): Day | null {
  if (!remaining.isPositive) return null;
  const periods = ceilDivide(remaining.minor, funding.amount.minor);
  return nominalDateAfter(paySeries(funding), from, Number(periods) - 1);
}

function ceilDivide(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}
