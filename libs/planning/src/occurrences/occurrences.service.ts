import { Injectable } from '@nestjs/common';
import type { Day, Occurrence, UnitOfWork } from '@app/kernel';
import { addMonths, changedFields, Clock, Database, formatAmount, occurrenceOn, occurrencesBetween } from '@app/kernel';
import { isDay, ReferenceNotFound, ValidationFailed } from '@app/kernel';
import { Accounts, transactionEvents } from '@app/ledger';
import { scheduleEvents } from '../planning.events.js';
import { OccurrenceNotFound, OccurrenceNotOpen } from '../planning.problems.js';
import { Posting } from '../posting/posting.service.js';
import type { Schedule } from '../schedules/schedule.entity.js';
import { Schedules } from '../schedules/schedules.service.js';
import type { MetStatus, OccurrenceChange, OccurrenceStatus } from '../schedules/occurrence.js';
import { mayChange, statusOf } from '../schedules/occurrence.js';
import type { LinkOccurrenceRequest, ListOccurrencesRequest, PostOccurrenceRequest } from './occurrence.request.js';

export interface KnownOccurrence extends Occurrence {
  /** Decimal string, because the service does not calculate with it. */
  readonly amount: string;
  readonly status: OccurrenceStatus;
  readonly transactionId: string | null;
}

interface RecordRow extends Record<string, unknown> {
  readonly nominalDate: Day;
  readonly status: 'skipped' | MetStatus;
  readonly transactionId: string | null;
  readonly amount: string | null;
}

const MAX_MONTHS = 12;

@Injectable()
export class Occurrences {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly schedules: Schedules,
    private readonly accounts: Accounts,
    private readonly posting: Posting,
  ) {}

  /**
   * Returns the occurrences sorted by nominal date, oldest first. Includes matched occurrences of a former recurrence.
   * @throws ScheduleNotFound
   * @throws ValidationFailed if the range is longer than a year or ends before it starts
   */
  list(workspaceId: string, id: string, request: ListOccurrencesRequest): Promise<KnownOccurrence[]> {
    const from = request.from ?? this.clock.today();
    const to = request.to ?? addMonths(from, MAX_MONTHS);
    if (to < from) throw refusedRange('from', 'RANGE_INVALID', `must not be after \`to\` (${to})`);
    if (to > addMonths(from, MAX_MONTHS)) {
      throw refusedRange('to', 'RANGE_TOO_LONG', `must be at most one year after \`from\` (${from})`);
    }
    return this.database.transaction({ workspaceId }, async (work) => {
      const schedule = await this.schedules.find(work, id);
      const records = await this.records(work, id, from, to);
      const planned = occurrencesBetween(schedule.series, from, to);
      const dates = new Set(planned.map(({ nominalDate }) => nominalDate));
      const met = records.filter(({ nominalDate, status }) => status !== 'skipped' && !dates.has(nominalDate));
      const all = [...planned, ...met.map(({ nominalDate }) => ({ nominalDate, date: nominalDate }))];
      const byDate = new Map(records.map((record) => [record.nominalDate, record]));
      return all
        .map((occurrence) => this.known(schedule, occurrence, byDate.get(occurrence.nominalDate)))
        .toSorted((a, b) => (a.nominalDate < b.nominalDate ? -1 : 1));
    });
  }

  /** @throws OccurrenceNotOpen */
  post(workspaceId: string, id: string, date: string, request: PostOccurrenceRequest): Promise<KnownOccurrence> {
    return this.change(workspaceId, id, date, 'post', async (work, schedule, occurrence) => {
      await this.posting.post(work, schedule, occurrence, request);
    });
  }

  /** @throws OccurrenceNotOpen */
  skip(workspaceId: string, id: string, date: string): Promise<KnownOccurrence> {
    return this.change(workspaceId, id, date, 'skip', (work, schedule, { nominalDate }) =>
      this.changingNextDate(work, schedule, () =>
        work.query({
          text: `insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status) values ($1, $2, $3, 'skipped')`,
          values: [workspaceId, id, nominalDate],
        }),
      ),
    );
  }

  /** @throws OccurrenceNotOpen */
  unskip(workspaceId: string, id: string, date: string): Promise<KnownOccurrence> {
    return this.change(workspaceId, id, date, 'unskip', (work, schedule, { nominalDate }) =>
      this.changingNextDate(work, schedule, () =>
        work.query({
          text: `delete from planning_occurrences where workspace_id = $1 and schedule_id = $2 and nominal_date = $3`,
          values: [workspaceId, id, nominalDate],
        }),
      ),
    );
  }

  /**
   * @throws ReferenceNotFound if the transaction is in the trash, has a different account or type, or matches another
   * occurrence
   */
  link(
    workspaceId: string,
    id: string,
    date: string,
    { transactionId }: LinkOccurrenceRequest,
  ): Promise<KnownOccurrence> {
    return this.change(workspaceId, id, date, 'link', async (work, schedule, { nominalDate }) => {
      // The lock prevents other requests from trashing the transaction or moving it to another account.
      await this.accounts.lockForUpdate(work, schedule.accountId);
      const linked = await work.query({
        text: LINK,
        values: [workspaceId, id, nominalDate, transactionId, schedule.accountId, schedule.type],
      });
      if (linked.length === 0) throw ReferenceNotFound(['#/transactionId']);
      const data = { accountIds: [schedule.accountId, schedule.toAccountId].filter((accountId) => accountId !== null) };
      work.announce(transactionEvents.updated(transactionId, { changed: ['scheduleId'], data }));
    });
  }

  /** @throws OccurrenceNotOpen */
  private change(
    workspaceId: string,
    id: string,
    nominalDate: string,
    change: OccurrenceChange,
    carryOut: (work: UnitOfWork, schedule: Schedule, occurrence: Occurrence) => Promise<unknown>,
  ): Promise<KnownOccurrence> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const schedule = await this.schedules.lock(work, id);
      const occurrence = isDay(nominalDate) ? occurrenceOn(schedule.series, nominalDate) : undefined;
      if (occurrence === undefined) throw OccurrenceNotFound(nominalDate);
      const { status } = await this.one(work, schedule, occurrence);
      if (!mayChange(status, change)) throw OccurrenceNotOpen(status);
      await carryOut(work, schedule, occurrence);
      await work.flush();
      return this.one(work, schedule, occurrence);
    });
  }

  /** Announces an update of the schedule if the change moves its `nextDate`. */
  private async changingNextDate(work: UnitOfWork, schedule: Schedule, change: () => Promise<unknown>): Promise<void> {
    const { nextDate } = await this.schedules.one(work, schedule);
    await change();
    const after = await this.schedules.one(work, schedule);
    const changed = changedFields({ nextDate }, { nextDate: after.nextDate });
    work.announce(scheduleEvents.updated(schedule.id, { changed }));
  }

  private async one(work: UnitOfWork, schedule: Schedule, occurrence: Occurrence): Promise<KnownOccurrence> {
    const { nominalDate } = occurrence;
    const [record] = await this.records(work, schedule.id, nominalDate, nominalDate);
    return this.known(schedule, occurrence, record);
  }

  private known(schedule: Schedule, occurrence: Occurrence, record: RecordRow | undefined): KnownOccurrence {
    return {
      date: occurrence.date,
      nominalDate: occurrence.nominalDate,
      status: statusOf(occurrence, record?.status, this.clock.today()),
      transactionId: record?.transactionId ?? null,
      amount: formatAmount(record?.amount == null ? schedule.amount : BigInt(record.amount)),
    };
  }

  private records(work: UnitOfWork, scheduleId: string, from: Day, to: Day): Promise<RecordRow[]> {
    return work.query<RecordRow>({
      text: `
        select o.nominal_date::text as "nominalDate", o.status, o.transaction_id as "transactionId", t.amount
        from planning_occurrences o left join ledger_schedulable_transactions($1) t on t.id = o.transaction_id
        where o.workspace_id = $1 and o.schedule_id = $2 and o.nominal_date between $3 and $4`,
      values: [work.workspaceId, scheduleId, from, to],
    });
  }
}

function refusedRange(parameter: string, code: 'RANGE_INVALID' | 'RANGE_TOO_LONG', detail: string) {
  return ValidationFailed([{ parameter, code, detail }]);
}

const LINK = `
  with linked as (
    insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
    select $1, $2, $3::date, 'linked', t.id from ledger_schedulable_transactions($1) t
    where t.id = $4 and t.account_id = $5 and t.type = $6 and not exists (
      select from planning_occurrences o where o.workspace_id = $1 and o.transaction_id = t.id)
    returning transaction_id
  )
  select transaction_id, ledger_set_schedules($1, array[transaction_id], array[$2]::uuid[]) from linked`;
