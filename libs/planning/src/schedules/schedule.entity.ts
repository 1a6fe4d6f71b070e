import { defineEntity, p } from '@mikro-orm/postgresql';
import type { BusinessDay, Frequency, Series } from '@app/kernel';
import type { ScheduledType } from './schedule.js';

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
}
ScheduleSchema.setClass(Schedule);
