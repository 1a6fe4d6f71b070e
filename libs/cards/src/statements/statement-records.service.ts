import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays, changedFields, Database, invalidField, parseAmount } from '@app/kernel';
import { accountEvents } from '@app/ledger';
import type { CardPeriod } from '../periods/card-calendar.js';
import { CardReading } from './card-reading.service.js';
import type { RecordStatementRequest } from './card-statement.request.js';
import { CardStatements } from './card-statements.service.js';
import type { Card, Statement } from './card.js';
import { RecordedStatement } from './recorded-statement.entity.js';

const MAX_DAYS_MOVED = { back: 31, on: 61 };

/** What banks say of statements. Source: contract section 20, PUT. */
@Injectable()
export class StatementRecords {
  constructor(
    private readonly database: Database,
    private readonly statements: CardStatements,
    private readonly reading: CardReading,
  ) {}

  /**
   * Records what the bank says of a statement: what is given is laid over what was recorded, null takes it back. Answers the
   * statement as it is then.
   * @throws AccountNotFound, StatementNotFound
   * @throws ValidationFailed where nothing is given, where the period would cross another one, or be due before it ends
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
        throw invalidField([field], 'DATE_INVALID', `must leave the due date on or after the cut-off, ${after.cutOff}`);
      }
      return this.statements.one(work, recorded, after);
    });
  }

  /** Whether anything is recorded that was not before. */
  private async save(
    work: UnitOfWork,
    accountId: string,
    month: Day,
    { cutOff, dueDate, paymentToAvoidInterest, minimumPayment }: RecordStatementRequest,
  ): Promise<boolean> {
    const key = { workspaceId: work.workspaceId, accountId, month };
    const nothing = { cutOff: null, dueDate: null, paymentToAvoidInterest: null, minimumPayment: null };
    const found = await work.em.findOne(RecordedStatement, key);
    const record = found ?? work.em.create(RecordedStatement, { ...key, ...nothing });
    const before = found === null ? nothing : { ...factsOf(found) };
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

/** @throws ValidationFailed where the cut-off would not lie between those of the statements beside it */
function refuseCrossing({ calendar }: Card, period: CardPeriod, { cutOff }: RecordStatementRequest): void {
  if (cutOff === undefined) return;
  const wanted = cutOff ?? calendar.nominalCutOff(period.month);
  const bounds = [period.start, addDays(period.month, -MAX_DAYS_MOVED.back)];
  const [first] = bounds.sort().toReversed();
  const [last] = [addDays(calendar.next(period).cutOff, -1), addDays(period.month, MAX_DAYS_MOVED.on)].sort();
  if (wanted >= first! && wanted <= last!) return;
  const detail = `must lie between the statements beside it, from ${first} to ${last}`;
  throw invalidField(['cutOff'], 'DATE_INVALID', detail);
}
