import { defineEntity, p } from '@mikro-orm/postgresql';
import type { BusinessDay, Day, Frequency, Series } from '@app/kernel';
import { addDays, mexicanDay } from '@app/kernel';
import type { ScheduledType } from './schedule.js';
import { firstTellOn, nextPostOn } from './wake-days.js';

const ScheduleSchema = defineEntity({
  name: 'Schedule',
  tableName: 'planning_schedules',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text().strictNullable(),
    accountId: p.uuid(),
    type: p.text().$type<ScheduledType>(),
    amount: p.bigint(),
    description: p.text(),
    categoryId: p.uuid().strictNullable(),
    contactId: p.uuid().strictNullable(),
    toAccountId: p.uuid().strictNullable(),
    tags: p.array(),
    every: p.text().$type<Frequency>(),
    everyCount: p.smallint(),
    businessDay: p.text().$type<BusinessDay>(),
    startDate: p.date(),
    endDate: p.date().strictNullable(),
    autoPost: p.boolean(),
    matchText: p.text().strictNullable(),
    matchTolerance: p.bigint(),
    matchDays: p.smallint(),
    paused: p.boolean(),
    postOn: p.date().strictNullable(),
    /** Next day on which an occurrence may become overdue; null if the schedule is paused or has ended. */
    tellOn: p.date().strictNullable(),
    /** Last day for which overdue occurrences were announced. */
    toldUntil: p.date(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Schedule extends ScheduleSchema.class {
  get series(): Series {
    const { every, everyCount: interval, businessDay, startDate, endDate } = this;
    return { recurrence: { every, interval, businessDay }, startDate, endDate };
  }

  /** Day before the schedule was created. Only later occurrences are posted automatically. */
  get postsAfter(): Day {
    return addDays(mexicanDay(this.createdAt), -1);
  }

  pause(): void {
    this.paused = true;
    this.planWaking();
  }

  /**
   * Resumes the schedule. Occurrences that became due during the pause are announced as overdue and, with `autoPost`,
   * posted.
   */
  resume(): void {
    this.paused = false;
    this.planWaking();
  }

  /** Recomputes `postOn` and `tellOn`. Call it after any change that affects them. */
  planWaking(): void {
    this.postOn = this.autoPost && !this.paused ? nextPostOn(this.series, this.postsAfter) : null;
    this.tellOn = this.paused ? null : firstTellOn(this.series, this.toldUntil);
  }
}
ScheduleSchema.setClass(Schedule);
