import type { Day } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { InstallmentPlan } from '../periods/installment-parts.js';
import { deferredAt } from '../periods/installment-parts.js';
import type { CardCalendar, CardPeriod, RecordedDates } from '../periods/card-calendar.js';
import type { StatementFigures } from './statement-figures.js';
import { statementFigures } from './statement-figures.js';

/** Figures that the bank reported for a statement. A figure that is not recorded is null. */
export interface RecordedFacts extends RecordedDates {
  readonly paymentToAvoidInterest: Money | null;
  readonly minimumPayment: Money | null;
}

export interface Card {
  readonly accountId: string;
  readonly name: string;
  readonly status: 'active' | 'archived' | 'closed';
  readonly limit: Money;
  readonly payFromAccountId: string | null;
  readonly calendar: CardCalendar;
  readonly recorded: ReadonlyMap<Day, RecordedFacts>;
  /**
   * First day of the first statement: the opening date, the first transaction or the first recorded cut-off, whichever
   * is earliest, but not later than today.
   */
  readonly firstDay: Day;
}

export interface Statement extends CardPeriod, StatementFigures {
  readonly bank: RecordedFacts | null;
}

export type Movements = Pick<StatementFigures, 'charges' | 'payments' | 'paidSince'>;

export function runningPeriod(card: Card, today: Day): CardPeriod {
  return card.calendar.holding(today);
}

/** Returns up to `max` periods from `newest` back to the one that contains the card's first day. */
export function periodsBack(card: Card, newest: CardPeriod, max: number): CardPeriod[] {
  const periods: CardPeriod[] = [];
  for (let period = newest; periods.length < max && period.cutOff >= card.firstDay;) {
    periods.push(period);
    period = card.calendar.previous(period);
  }
  return periods;
}

/**
 * Returns one statement per period.
 * @param periods consecutive, oldest first
 * @param owed debt before the first period
 * @param movements one per period, and one for the following period if the last period has ended
 */
export function statementsOf(
  card: Card,
  periods: readonly CardPeriod[],
  owed: Money,
  movements: readonly Movements[],
  plans: readonly InstallmentPlan[],
  today: Day,
): Statement[] {
  const deferred = deferredAt(plans, card.calendar);
  const zero = Money.zero(card.limit.currency);
  let openingBalance = owed;
  return periods.map((period, at) => {
    const moved = {
      ...movements[at]!,
      openingBalance,
      installmentsDeferred: deferred.get(period.cutOff) ?? zero,
      paid: period.cutOff >= today ? zero : movements[at + 1]!.payments,
    };
    const figures = statementFigures(period, moved, card.limit, today);
    openingBalance = figures.balance;
    return { ...period, ...figures, bank: card.recorded.get(period.month) ?? null };
  });
}
