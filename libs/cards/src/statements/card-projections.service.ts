import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import type { Money } from '@app/kernel';
import type { CardPeriod } from '../periods/card-calendar.js';
import { CardReading } from './card-reading.service.js';
import type { Card, Statement } from './card.js';
import { runningPeriod } from './card.js';

export type PeriodToCome = Pick<Statement, 'cutOff' | 'dueDate' | 'installmentsDeferred' | 'paidSince' | 'remaining'>;

export interface CardProjection {
  readonly accountId: string;
  readonly payFromAccountId: string | null;
  /** The last closed statement. Null if no statement has closed. */
  readonly closed: { readonly dueDate: Day; readonly remaining: Money } | null;
  /** The current period and those that follow, up to the first one that ends after the projected time. */
  readonly periods: readonly PeriodToCome[];
}

@Injectable()
export class CardProjections {
  constructor(
    private readonly clock: Clock,
    private readonly reading: CardReading,
  ) {}

  async until(work: UnitOfWork, day: Day): Promise<CardProjection[]> {
    const today = this.clock.today();
    const cards = await this.reading.cards(work, null);
    if (cards.length === 0) return [];
    const projections = cards.map((card) => ({ card, ...periodsToCome(card, today, day) }));
    const ranges = projections.map(({ card, oldest, periods }) => ({ card, oldest, newest: periods.at(-1)! }));
    const statements = await this.reading.statements(work, ranges);
    return cards.map(({ accountId, payFromAccountId }) => {
      const own = statements.get(accountId)!;
      return {
        ...{ accountId, payFromAccountId },
        closed: own.find(({ status }) => status !== 'open') ?? null,
        periods: own.filter(({ status }) => status === 'open'),
      };
    });
  }
}

function periodsToCome(card: Card, today: Day, until: Day): { oldest: CardPeriod; periods: CardPeriod[] } {
  const running = runningPeriod(card, today);
  const before = card.calendar.previous(running);
  const periods = [running];
  // Compares cut-offs rather than due dates, because a recorded due date may be later than that of the next statement.
  while (periods.at(-1)!.cutOff <= until) periods.push(card.calendar.next(periods.at(-1)!));
  return { oldest: before.cutOff < card.firstDay ? running : before, periods };
}
