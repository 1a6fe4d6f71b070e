import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays, changedFields, Database, dayNumber, invalidField, Money, parseAmount } from '@app/kernel';
import { accountEvents } from '@app/ledger';
import type { CardPeriod } from '../periods/card-calendar.js';
import { CardReading } from './card-reading.service.js';
import type { RecordStatementRequest } from './card-statement.request.js';
import { CardStatements } from './card-statements.service.js';
import type { Card, Statement } from './card.js';
import { RecordedStatement } from './recorded-statement.entity.js';

export interface StoredFigures {
  readonly cutOff: string | null;
  readonly dueDate: string | null;
  readonly paymentToAvoidInterest: string | null;
  readonly minimumPayment: string | null;
}

/** Figures of a statement file. The cut-off is required, because it identifies the period. */
export type FiguresOfFile = StoredFigures & { readonly cutOff: string };

/** Recorded figures of a month before and after the service recorded a statement file. */
export interface RecordedChange {
  readonly month: Day;
  readonly before: StoredFigures;
  readonly after: StoredFigures;
}

const MAX_DAYS_MOVED = { back: 31, on: 61 };

@Injectable()
export class StatementRecords {
  constructor(
    private readonly database: Database,
    private readonly statements: CardStatements,
    private readonly reading: CardReading,
  ) {}

  /**
   * Merges the request into the recorded figures and returns the updated statement. Null removes a figure.
   * @throws AccountNotFound, StatementNotFound
   * @throws ValidationFailed if the request is empty, or if the period would overlap another one or be due before it
   * ends
   */
  record(workspaceId: string, accountId: string, cutOff: string, request: RecordStatementRequest): Promise<Statement> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { card, period } = await this.statements.hold(work, accountId, cutOff);
      if (Object.values(request).every((value) => value === undefined)) {
        throw invalidField(
          [],
          'REQUIRED',
          'must have at least one of cutOff, dueDate, paymentToAvoidInterest, minimumPayment',
        );
      }
      refuseCrossing(card, period, request);
      const changed = await this.save(work, accountId, period.month, request);
      if (changed) work.announce(accountEvents.updated(accountId, { changed: ['cardStatements'] }));
      const recorded = (await this.reading.card(work, accountId))!;
      const day = request.cutOff === null ? recorded.calendar.nominalCutOff(period.month) : (request.cutOff ?? cutOff);
      const after = recorded.calendar.holding(day);
      if (after.dueDate < after.cutOff) {
        const field = request.dueDate === undefined ? 'cutOff' : 'dueDate';
        throw invalidField(
          [field],
          'DATE_INVALID',
          `must not make the due date earlier than the cut-off (${after.cutOff})`,
        );
      }
      return this.statements.one(work, recorded, after);
    });
  }

  /**
   * Records the figures of a statement file for the period whose cut-off is closest. Returns null if the account is not
   * a card.
   * @throws ValidationFailed if the period would overlap another one
   */
  async recordFrom(work: UnitOfWork, accountId: string, facts: FiguresOfFile): Promise<RecordedChange | null> {
    await this.statements.lock(work, accountId);
    const card = await this.reading.card(work, accountId);
    if (card === undefined) return null;
    const { cutOff, dueDate, paymentToAvoidInterest, minimumPayment } = facts;
    const period = closestPeriod(card, cutOff);
    const request = { cutOff: cutOff === period.cutOff ? undefined : cutOff };
    if (request.cutOff !== undefined) refuseCrossing(card, period, { cutOff });
    const figures = {
      paymentToAvoidInterest,
      minimumPayment,
      dueDate: dueDate !== null && dueDate >= cutOff ? dueDate : null,
    };
    const stated = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null));
    const before = await this.recorded(work, accountId, period.month);
    if (await this.save(work, accountId, period.month, { ...request, ...stated })) this.announce(work, accountId);
    return { month: period.month, before, after: await this.recorded(work, accountId, period.month) };
  }

  /** Restores the figures from before `recordFrom`, unless they have changed since. */
  async takeBack(work: UnitOfWork, accountId: string, { month, before, after }: RecordedChange): Promise<void> {
    await this.statements.lock(work, accountId);
    const now = await this.recorded(work, accountId, month);
    if (changedFields({ ...now }, { ...after }).length > 0) return;
    if (await this.save(work, accountId, month, before)) this.announce(work, accountId);
  }

  private announce(work: UnitOfWork, accountId: string): void {
    work.announce(accountEvents.updated(accountId, { changed: ['cardStatements'] }));
  }

  private async recorded(work: UnitOfWork, accountId: string, month: Day): Promise<StoredFigures> {
    const record = await work.em.findOne(RecordedStatement, { workspaceId: work.workspaceId, accountId, month });
    // Any currency works here, because the text is only compared with amounts of the same card.
    const amount = (minor: bigint | null | undefined) =>
      minor == null ? null : Money.ofMinor(minor, 'XXX').toString();
    return {
      ...{ cutOff: record?.cutOff ?? null, dueDate: record?.dueDate ?? null },
      paymentToAvoidInterest: amount(record?.paymentToAvoidInterest),
      minimumPayment: amount(record?.minimumPayment),
    };
  }

  private async save(
    work: UnitOfWork,
    accountId: string,
    month: Day,
    { cutOff, dueDate, paymentToAvoidInterest, minimumPayment }: RecordStatementRequest,
  ): Promise<boolean> {
    const key = { workspaceId: work.workspaceId, accountId, month };
    const nothing = { cutOff: null, dueDate: null, paymentToAvoidInterest: null, minimumPayment: null };
    const existing = await work.em.findOne(RecordedStatement, key);
    const record = existing ?? work.em.create(RecordedStatement, { ...key, ...nothing });
    const before = existing === null ? nothing : { ...factsOf(existing) };
    if (cutOff !== undefined) record.cutOff = cutOff;
    if (dueDate !== undefined) record.dueDate = dueDate;
    if (paymentToAvoidInterest !== undefined) record.paymentToAvoidInterest = minorOf(paymentToAvoidInterest);
    if (minimumPayment !== undefined) record.minimumPayment = minorOf(minimumPayment);
    const after = factsOf(record);
    if (Object.values(after).every((value) => value === null)) work.em.remove(record);
    await work.flush();
    return changedFields(before, after).length > 0;
  }
}

function factsOf({ cutOff, dueDate, paymentToAvoidInterest, minimumPayment }: RecordedStatement) {
  return { cutOff, dueDate, paymentToAvoidInterest, minimumPayment };
}

function minorOf(amount: string | null): bigint | null {
  return amount === null ? null : parseAmount(amount);
}

function closestPeriod({ calendar }: Card, cutOff: Day): CardPeriod {
  const later = calendar.holding(cutOff);
  const earlier = calendar.previous(later);
  const [before, after] = [earlier.cutOff, later.cutOff].map((day) => Math.abs(dayNumber(day) - dayNumber(cutOff)));
  return before! < after! ? earlier : later;
}

/** @throws ValidationFailed if the cut-off would not be between the cut-offs of the adjacent statements */
function refuseCrossing({ calendar }: Card, period: CardPeriod, { cutOff }: RecordStatementRequest): void {
  if (cutOff === undefined) return;
  const wanted = cutOff ?? calendar.nominalCutOff(period.month);
  const bounds = [period.start, addDays(period.month, -MAX_DAYS_MOVED.back)];
  const [first] = bounds.sort().toReversed();
  const [last] = [addDays(calendar.next(period).cutOff, -1), addDays(period.month, MAX_DAYS_MOVED.on)].sort();
  if (wanted >= first! && wanted <= last!) return;
  const detail = `must be between the adjacent statements, from ${first} to ${last}`;
  throw invalidField(['cutOff'], 'DATE_INVALID', detail);
}
