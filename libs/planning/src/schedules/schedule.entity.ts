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
    /** The next day on which there is something to post. */
    postOn: p.date().strictNullable(),
    /** The next day on which an occurrence may become overdue. */
    tellOn: p.date().strictNullable(),
    /** What became overdue until then was told. */
    toldUntil: p.date(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A payment or pay that is expected again and again. */
export class Schedule extends ScheduleSchema.class {
  /** When it comes back. */
  get series(): Series {
    const { every, everyCount: interval, businessDay, startDate, endDate } = this;
    return { recurrence: { every, interval, businessDay }, startDate, endDate };
  }

  /** The day before the schedule was created: only occurrences after it are posted automatically. */
  get postsAfter(): Day {
    return addDays(mexicanDay(this.createdAt), -1);
  }

  /** Posts nothing and calls nothing overdue until it is resumed. */
  pause(): void {
    this.paused = true;
    this.planWaking();
  }

  /** Posts and tells again, from the days on that it would have without the pause. */
  resume(): void {
    this.paused = false;
    this.planWaking();
  }

  /** Says when there is something to post, and when something may become overdue; to be called when either may have changed. */
  planWaking(): void {
    this.postOn = this.autoPost && !this.paused ? nextPostOn(this.series, this.postsAfter) : null;
    this.tellOn = this.paused ? null : firstTellOn(this.series, this.toldUntil);
  }
}
ScheduleSchema.setClass(Schedule);
