import { Injectable } from '@nestjs/common';
import type { Day, Page, PageRequest, UnitOfWork } from '@app/kernel';
import { addDays, Clock, Database, isDay, pageOf, pageStart } from '@app/kernel';
import { AccountNotFound, Accounts } from '@app/ledger';
import { StatementNotFound } from '../cards.problems.js';
import type { CardPeriod } from '../periods/card-calendar.js';
import { CardReading } from './card-reading.service.js';
import type { Card, Statement } from './card.js';
import { periodsBack, runningPeriod } from './card.js';

const LIST = 'card-statements';

export interface CardAndPeriod {
  readonly card: Card;
  readonly period: CardPeriod;
}

/** Computes card statements on request. The database stores only the figures that the bank reported. */
@Injectable()
export class CardStatements {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly reading: CardReading,
  ) {}

  /** @throws AccountNotFound, CursorInvalid */
  list(workspaceId: string, accountId: string, request: PageRequest): Promise<Page<Statement>> {
    const query = { ...request, accountId };
    const [before] = pageStart(LIST, query, isDay) ?? [];
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const card = await this.reading.card(work, accountId);
      if (card === undefined) {
        await this.requireAccount(work, accountId);
        return { items: [], nextCursor: null };
      }
      const newest =
        before === undefined ? runningPeriod(card, this.clock.today()) : card.calendar.holding(addDays(before, -1));
      const periods = periodsBack(card, newest, request.limit + 1);
      const { items, nextCursor } = pageOf(LIST, query, periods, ({ start }) => [start]);
      const statements = await this.between(work, card, items.at(-1) ?? newest, newest);
      return { items: items.length === 0 ? [] : statements.toReversed(), nextCursor };
    });
  }

  async between(work: UnitOfWork, card: Card, oldest: CardPeriod, newest: CardPeriod): Promise<Statement[]> {
    return (await this.reading.statements(work, [{ card, oldest, newest }])).get(card.accountId)!;
  }

  async one(work: UnitOfWork, card: Card, period: CardPeriod): Promise<Statement> {
    return (await this.between(work, card, period, period))[0]!;
  }

  /**
   * Returns the card and the statement period that ends on `cutOff`. Locks the card's recorded statements and its
   * payments until the unit of work ends.
   * @throws AccountNotFound, StatementNotFound
   */
  async hold(work: UnitOfWork, accountId: string, cutOff: string): Promise<CardAndPeriod> {
    await this.lock(work, accountId);
    const card = await this.reading.card(work, accountId);
    if (card === undefined) await this.requireAccount(work, accountId);
    const period = card && isDay(cutOff) ? this.periodOn(card, cutOff) : undefined;
    if (card === undefined || period === undefined) throw StatementNotFound(cutOff);
    return { card, period };
  }

  async lock(work: UnitOfWork, accountId: string): Promise<void> {
    await work.lockName('cards_statements', accountId);
  }

  private periodOn(card: Card, cutOff: Day): CardPeriod | undefined {
    if (cutOff < card.firstDay || cutOff > runningPeriod(card, this.clock.today()).cutOff) return undefined;
    const period = card.calendar.holding(cutOff);
    return period.cutOff === cutOff ? period : undefined;
  }

  private async requireAccount(work: UnitOfWork, accountId: string): Promise<void> {
    if (!(await this.accounts.summary(work, accountId))) throw AccountNotFound(accountId);
  }
}
