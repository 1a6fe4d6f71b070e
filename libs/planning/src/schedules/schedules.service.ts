import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import {
  addDays,
  changedFields,
  Clock,
  Database,
  newId,
  parseAmount,
  ReferenceNotFound,
  ValidationFailed,
} from '@app/kernel';
import { Accounts, BulkEdits, Categories, ContactsNamed, distinctTags } from '@app/ledger';
import { firstFree, MAX_MOVE_DAYS } from './occurrence.js';
import { scheduleEvents } from '../planning.events.js';
import { MAX_SCHEDULES } from '../exported-tables.query.js';
import { ScheduleLimitReached, ScheduleNotFound } from '../planning.problems.js';
import { Schedule } from './schedule.entity.js';
import type { CreateScheduleRequest, EditScheduleRequest } from './schedule.request.js';
import { RecurrenceRequest, ScheduleMatchRequest } from './schedule.request.js';
import type { ScheduleStatus } from './schedule.js';
import { faultsOf, scheduleStatus } from './schedule.js';
import type { ScheduleWithDates } from './schedule.view.js';
import { announcedUntil } from './wake-days.js';

const SUBSCRIBER = 'schedules';

type References = Pick<Schedule, 'accountId' | 'toAccountId' | 'categoryId' | 'contactId'>;

@Injectable()
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly categories: Categories,
    private readonly bulkEdits: BulkEdits,
  ) {}

  list(workspaceId: string, status?: ScheduleStatus): Promise<ScheduleWithDates[]> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const all = await this.withDates(work, await work.em.find(Schedule, { workspaceId }, { orderBy: { id: 'asc' } }));
      const wanted = all.filter(
        ({ schedule, nextDate }) => status === undefined || scheduleStatus(schedule.paused, nextDate) === status,
      );
      // The sort is stable, so the older of two schedules with the same date comes first.
      return wanted.toSorted((a, b) => compareDates(a.nextDate, b.nextDate));
    });
  }

  /** @throws ScheduleNotFound */
  get(workspaceId: string, id: string): Promise<ScheduleWithDates> {
    return this.database.transaction({ workspaceId }, async (work) => this.one(work, await this.find(work, id)));
  }

  create(workspaceId: string, request: CreateScheduleRequest): Promise<ScheduleWithDates> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const schedule = await this.add(work, request);
      work.audit(schedule.id);
      work.announce(scheduleEvents.created(schedule.id));
      return this.one(work, schedule);
    });
  }

  /** @throws ScheduleLimitReached, ReferenceNotFound */
  async add(work: UnitOfWork, request: CreateScheduleRequest): Promise<Schedule> {
    const { workspaceId } = work;
    const now = this.clock.now();
    const schedule = new Schedule();
    Object.assign(schedule, {
      workspaceId,
      id: newId(),
      name: null,
      categoryId: null,
      contactId: null,
      toAccountId: null,
      endDate: null,
      tags: [],
      paused: false,
      postOn: null,
      tellOn: null,
      toldUntil: announcedUntil(null, this.clock.today()),
      createdAt: now,
      updatedAt: now,
    });
    apply(schedule, { ...request, match: request.match ?? new ScheduleMatchRequest() });
    refuseFaults(schedule);
    await this.holdSchedules(work);
    if ((await work.em.count(Schedule, { workspaceId })) >= MAX_SCHEDULES) throw ScheduleLimitReached(MAX_SCHEDULES);
    await this.holdReferences(work, schedule);
    schedule.planWaking();
    work.em.persist(schedule);
    await this.subscribe(work);
    return schedule;
  }

  /** @throws ScheduleNotFound */
  edit(workspaceId: string, id: string, request: EditScheduleRequest): Promise<ScheduleWithDates> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdSchedules(work);
      const schedule = await this.lock(work, id);
      const before = editableFields(schedule);
      const referredBefore = referencesOf(schedule);
      apply(schedule, request);
      refuseFaults(schedule);
      await this.holdReferences(work, schedule, referredBefore);
      schedule.planWaking();
      const changed = changedFields(before, editableFields(schedule));
      if (changed.length > 0) {
        schedule.updatedAt = this.clock.now();
        work.announce(scheduleEvents.updated(id, { changed }));
      }
      await this.subscribe(work);
      return this.one(work, schedule);
    });
  }

  /** @throws ScheduleNotFound */
  delete(workspaceId: string, id: string): Promise<ScheduleWithDates> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdSchedules(work);
      const deleted = await this.one(work, await this.lock(work, id));
      await work.query({ text: LEAVE_TRANSACTIONS, values: [workspaceId, id] });
      work.em.remove(deleted.schedule);
      work.announce(scheduleEvents.deleted(id));
      await this.subscribe(work);
      return deleted;
    });
  }

  /** @throws ScheduleNotFound */
  find(work: UnitOfWork, id: string, lockMode?: LockMode): Promise<Schedule> {
    const failHandler = () => ScheduleNotFound(id);
    return work.em.findOneOrFail(Schedule, { workspaceId: work.workspaceId, id }, { lockMode, failHandler });
  }

  /** @throws ScheduleNotFound */
  lock(work: UnitOfWork, id: string): Promise<Schedule> {
    return this.find(work, id, LockMode.PESSIMISTIC_WRITE);
  }

  async one(work: UnitOfWork, schedule: Schedule): Promise<ScheduleWithDates> {
    const [scheduleWithDates] = await this.withDates(work, [schedule]);
    return scheduleWithDates!;
  }

  async withDates(work: UnitOfWork, schedules: readonly Schedule[]): Promise<ScheduleWithDates[]> {
    const today = this.clock.today();
    const facts = await work.query<{ id: string; currency: string; taken: string[] }>({
      text: FACTS,
      values: [
        work.workspaceId,
        schedules.map(({ id }) => id),
        schedules.map(({ accountId }) => accountId),
        addDays(today, -MAX_MOVE_DAYS),
      ],
    });
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    return schedules.map((schedule) => {
      const { currency, taken } = byId.get(schedule.id)!;
      return { schedule, currency, nextDate: firstFree(schedule.series, new Set(taken), today)?.date ?? null };
    });
  }

  /**
   * Locks changed references, so that they cannot be deleted. References that did not change may already be deleted.
   * @throws ReferenceNotFound
   */
  private async holdReferences(work: UnitOfWork, schedule: Schedule, before?: References): Promise<void> {
    const { accountId, toAccountId, categoryId, contactId } = schedule;
    const missing: string[] = [];
    const hold = async (field: keyof References, id: string | null, isThere: (id: string) => Promise<boolean>) => {
      if (id !== null && id !== before?.[field] && !(await isThere(id))) missing.push(`#/${field}`);
    };
    const account = async (id: string) => (await this.accounts.lockForKeyShare(work, id)) !== undefined;
    await hold('accountId', accountId, account);
    await hold('toAccountId', toAccountId, account);
    await hold('categoryId', categoryId, async (id) => (await this.categories.lockForKeyShare(work, id)) !== undefined);
    await hold('contactId', contactId, async (id) => {
      const named = new ContactsNamed([id]);
      await work.publish(named);
      return named.unknownIds.size === 0;
    });
    if (missing.length > 0) throw ReferenceNotFound(missing);
  }

  /** Subscribes to new transactions if any schedule is active. Call this method after schedules change. */
  async subscribe(work: UnitOfWork): Promise<void> {
    await work.flush();
    const active = await work.em.count(Schedule, { workspaceId: work.workspaceId, paused: false });
    await this.bulkEdits.subscribe(work, SUBSCRIBER, active > 0);
  }

  /**
   * Serializes changes to the workspace's schedules, because the limit and the subscription depend on all schedules.
   */
  private async holdSchedules(work: UnitOfWork): Promise<void> {
    await work.lockName('planning_schedules');
  }
}

function apply(schedule: Schedule, request: EditScheduleRequest): void {
  const { amount, recurrence, match, status, tags, ...asSent } = request;
  for (const [field, value] of Object.entries(asSent))
    if (value !== undefined) Object.assign(schedule, { [field]: value });
  if (amount !== undefined) schedule.amount = parseAmount(amount);
  if (tags !== undefined) schedule.tags = distinctTags(tags);
  if (recurrence !== undefined) {
    const { every, interval, businessDay } = { ...new RecurrenceRequest(), ...recurrence };
    Object.assign(schedule, { every, everyCount: interval, businessDay });
  }
  if (match !== undefined) {
    const { text, amountTolerance, days } = { ...new ScheduleMatchRequest(), ...match };
    Object.assign(schedule, { matchText: text, matchTolerance: parseAmount(amountTolerance), matchDays: days });
  }
  // Changing the type clears fields that the new type does not support, unless the request contains them.
  if (schedule.type !== 'transfer' && request.toAccountId == null) schedule.toAccountId = null;
  if (schedule.type === 'transfer' && request.categoryId == null) schedule.categoryId = null;
  if (status === 'paused') schedule.pause();
  if (status === 'active') schedule.resume();
}

function refuseFaults(schedule: Schedule): void {
  const { type, accountId, toAccountId, categoryId, series } = schedule;
  const faults = faultsOf({ type, accountId, toAccountId, categoryId, ...series });
  if (faults.length > 0) throw ValidationFailed(faults);
}

function referencesOf({ accountId, toAccountId, categoryId, contactId }: Schedule): References {
  return { accountId, toAccountId, categoryId, contactId };
}

function editableFields(schedule: Schedule) {
  const { name, type, amount, description, tags, startDate, endDate, autoPost, series, paused: status } = schedule;
  const { matchText, matchTolerance, matchDays } = schedule;
  const match = { matchText, matchTolerance, matchDays };
  const { recurrence } = series;
  return {
    ...{ name, ...referencesOf(schedule), type, amount, description, tags: [...tags] },
    ...{ recurrence, startDate, endDate, autoPost, match, status },
  };
}

/** Compares dates. Null is later than any date. */
function compareDates(a: Day | null, b: Day | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

const FACTS = `
  select given.id, a.currency, array(
    select o.nominal_date::text from planning_occurrences o
    where o.workspace_id = $1 and o.schedule_id = given.id and o.nominal_date >= $4::date) as taken
  from unnest($2::uuid[], $3::uuid[]) as given (id, account_id)
  join ledger_account_currencies($1) a on a.id = given.account_id`;

/** Unlinks all transactions of a schedule, including trashed ones. */
const LEAVE_TRANSACTIONS = `
  select ledger_set_schedules($1, array_agg(transaction_id), array_agg(null::uuid)) from (
    select transaction_id from planning_occurrences
    where workspace_id = $1 and schedule_id = $2 and transaction_id is not null
    union all
    select transaction_id from planning_trashed_occurrences where workspace_id = $1 and schedule_id = $2) linked`;
