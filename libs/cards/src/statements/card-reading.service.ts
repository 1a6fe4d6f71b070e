import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addMonths, Clock, Money } from '@app/kernel';
import type { InstallmentPlan } from '../periods/installment-parts.js';
import { MAX_MONTHS } from '../periods/installment-parts.js';
import type { CardPeriod } from '../periods/card-calendar.js';
import { CardCalendar, MAX_MONTHS_OFF } from '../periods/card-calendar.js';
import type { CardRow, MovementRow, PlanRow } from './card-facts.query.js';
import { cardsOf, movementsIn, plansOf } from './card-facts.query.js';
import type { Card, Statement } from './card.js';
import { statementsOf } from './card.js';

export interface Range {
  readonly card: Card;
  readonly oldest: CardPeriod;
  readonly newest: CardPeriod;
}

@Injectable()
export class CardReading {
  constructor(private readonly clock: Clock) {}

  /** Returns the cards among the given accounts, or all cards if `accountIds` is null. */
  async cards(work: UnitOfWork, accountIds: readonly string[] | null): Promise<Card[]> {
    const rows = await work.query<CardRow>(cardsOf(work.workspaceId, accountIds));
    const today = this.clock.today();
    return rows.map((row) => cardOf(row, today));
  }

  async card(work: UnitOfWork, accountId: string): Promise<Card | undefined> {
    return (await this.cards(work, [accountId]))[0];
  }

  /** Returns the statements of each account by ID, oldest first. Each card may have only one range. */
  async statements(work: UnitOfWork, ranges: readonly Range[]): Promise<Map<string, Statement[]>> {
    if (ranges.length === 0) return new Map();
    const today = this.clock.today();
    const periods = new Map(ranges.map((range) => [range.card.accountId, periodsOf(range, today)]));
    const plans = await this.plans(work, ranges);
    const moved = await this.movements(work, periods);
    return new Map(
      ranges.map(({ card, newest }) => {
        const rows = moved.get(card.accountId)!;
        const money = (minor: string) => Money.ofMinor(BigInt(minor), card.limit.currency);
        const movements = rows.map(({ charges, payments, paidSince }) => ({
          ...{ charges: money(charges), payments: money(payments), paidSince: money(paidSince) },
        }));
        const shown = periods.get(card.accountId)!.filter(({ cutOff }) => cutOff <= newest.cutOff);
        const own = plans.get(card.accountId) ?? [];
        return [card.accountId, statementsOf(card, shown, money(rows[0]!.owed), movements, own, today)];
      }),
    );
  }

  private async plans(work: UnitOfWork, ranges: readonly Range[]): Promise<Map<string, InstallmentPlan[]>> {
    const rows = await work.query<PlanRow>(
      plansOf(
        work.workspaceId,
        ranges.map(({ card }) => card.accountId),
        ranges.map(({ oldest }) => addMonths(oldest.start, -MAX_MONTHS - MAX_MONTHS_OFF)),
        ranges.map(({ newest }) => newest.cutOff),
      ),
    );
    const currencies = new Map(ranges.map(({ card }) => [card.accountId, card.limit.currency]));
    const plans = rows.map(({ amount, ...row }) => ({
      ...row,
      amount: Money.ofMinor(BigInt(amount), currencies.get(row.accountId)!),
    }));
    return Map.groupBy(plans, ({ accountId }) => accountId);
  }

  private async movements(work: UnitOfWork, periods: ReadonlyMap<string, readonly CardPeriod[]>) {
    const listed = [...periods].flatMap(([accountId, cardPeriods]) =>
      cardPeriods.map((period) => ({ accountId, ...period })),
    );
    const rows = await work.query<MovementRow>(
      movementsIn(work.workspaceId, {
        accountIds: listed.map(({ accountId }) => accountId),
        starts: listed.map(({ start }) => start),
        cutOffs: listed.map(({ cutOff }) => cutOff),
      }),
    );
    return Map.groupBy(rows, ({ accountId }) => accountId);
  }
}

/**
 * Returns the periods in a range, oldest first. If the newest period has ended, adds the next period, which contains the
 * payments for its statement.
 */
function periodsOf({ card: { calendar }, oldest, newest }: Range, today: Day): CardPeriod[] {
  const last = newest.cutOff < today ? calendar.next(newest) : newest;
  const periods = [oldest];
  while (periods.at(-1)!.cutOff < last.cutOff) periods.push(calendar.next(periods.at(-1)!));
  return periods;
}

function cardOf(row: CardRow, today: Day): Card {
  const money = (minor: string) => Money.ofMinor(BigInt(minor), row.currency);
  const recorded = row.recorded.map(({ avoid, minimum, ...dates }) => ({
    ...dates,
    paymentToAvoidInterest: avoid === null ? null : money(avoid),
    minimumPayment: minimum === null ? null : money(minimum),
  }));
  return {
    accountId: row.accountId,
    name: row.name,
    status: row.status,
    limit: money(row.creditLimit),
    payFromAccountId: row.payFromId,
    calendar: new CardCalendar(row, recorded),
    recorded: new Map(recorded.map((facts) => [facts.month, facts])),
    firstDay: row.firstDay < today ? row.firstDay : today,
  };
}
