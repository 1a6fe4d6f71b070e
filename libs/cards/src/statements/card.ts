import type { Day } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { InstallmentPlan } from '../periods/installment-parts.js';
import { deferredAt } from '../periods/installment-parts.js';
import type { CardCalendar, CardPeriod, RecordedDates } from '../periods/card-calendar.js';
import type { StatementFigures } from './statement-figures.js';
import { statementFigures } from './statement-figures.js';

/** What the bank says of a statement; null what it does not say. */
export interface RecordedFacts extends RecordedDates {
  readonly paymentToAvoidInterest: Money | null;
  readonly minimumPayment: Money | null;
}

/** A credit card with its terms and what its statements follow from. */
export interface Card {
  readonly accountId: string;
  readonly name: string;
  readonly status: 'active' | 'archived' | 'closed';
  readonly limit: Money;
  readonly payFromAccountId: string | null;
  readonly calendar: CardCalendar;
  readonly recorded: ReadonlyMap<Day, RecordedFacts>;
  /** The day on which the account was opened, of its first transaction, or of the first recorded cut-off: the earliest; today at the latest. */
  readonly firstDay: Day;
}

/** A statement of a card, with what the bank says of it. */
export interface Statement extends CardPeriod, StatementFigures {
  readonly bank: RecordedFacts | null;
}

/** What moved on a card in a period, and what was paid after it. */
export type Movements = Pick<StatementFigures, 'charges' | 'payments' | 'paidSince'>;

/** The statement that runs on a day, the latest of a card. */
export function runningPeriod(card: Card, today: Day): CardPeriod {
  return card.calendar.holding(today);
}

/** The periods of a card from one on back in time, up to so many; the last one holds the card's first day. */
export function periodsBack(card: Card, newest: CardPeriod, most: number): CardPeriod[] {
  const periods: CardPeriod[] = [];
  for (let period = newest; periods.length < most && period.cutOff >= card.firstDay;) {
    periods.push(period);
    period = card.calendar.previous(period);
  }
  return periods;
}

/**
 * Statements of a card.
 * @param periods one after the other, the oldest first
 * @param owed what was owed before the first of them
 * @param movements what moved in each, and after the last one up to the next cut-off
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
