import { ApiSchema } from '@nestjs/swagger';
import type { BusinessDay, Day, Frequency } from '@app/kernel';
import { Money } from '@app/kernel';
import type { Schedule } from './schedule.entity.js';
import type { ScheduledType, ScheduleStatus } from './schedule.js';
import { scheduleStatus } from './schedule.js';

@ApiSchema({ description: 'When something comes back.' })
export class RecurrenceView {
  every!: Frequency;
  /** Every so many weeks, months or years. */
  interval!: number;
  /** Where a date goes that is no banking day in Mexico. */
  businessDay!: BusinessDay;
}

@ApiSchema({ description: 'Which transactions meet a schedule.' })
export class ScheduleMatchView {
  /** What the description has to contain; null for any description. */
  text!: string | null;
  /** By how much the amount may differ. */
  amountTolerance!: string;
  /** By how many days the date may differ. */
  days!: number;
}

@ApiSchema({ description: 'Something that is expected to come back.' })
export class ScheduleView {
  id!: string;
  name!: string | null;
  accountId!: string;
  type!: ScheduledType;
  /** The amount expected each time. */
  amount!: string;
  /** The account's. */
  currency!: string;
  description!: string;
  categoryId!: string | null;
  contactId!: string | null;
  toAccountId!: string | null;
  tags!: string[];
  recurrence!: RecurrenceView;
  startDate!: string;
  endDate!: string | null;
  /** Whether the service enters due occurrences by itself, once a day. */
  autoPost!: boolean;
  /** Which new transactions of the account and type are an occurrence. */
  match!: ScheduleMatchView;
  /** `ended` once no occurrence can follow. */
  status!: ScheduleStatus;
  /** The date of the next occurrence that nothing met, from today on; null where none can come. */
  nextDate!: string | null;
  createdAt!: string;
  updatedAt!: string;
}

/** A schedule with what does not stand in its own row. */
export interface ScheduleWithDates {
  readonly schedule: Schedule;
  readonly currency: string;
  readonly nextDate: Day | null;
}

export function scheduleView({ schedule, currency, nextDate }: ScheduleWithDates): ScheduleView {
  return {
    id: schedule.id,
    name: schedule.name,
    accountId: schedule.accountId,
    type: schedule.type,
    amount: Money.ofMinor(schedule.amount, currency).toString(),
    currency,
    description: schedule.description,
    categoryId: schedule.categoryId,
    contactId: schedule.contactId,
    toAccountId: schedule.toAccountId,
    tags: [...schedule.tags],
    recurrence: { ...schedule.series.recurrence },
    startDate: schedule.startDate,
    endDate: schedule.endDate,
    autoPost: schedule.autoPost,
    match: {
      text: schedule.matchText,
      amountTolerance: Money.ofMinor(schedule.matchTolerance, currency).toString(),
      days: schedule.matchDays,
    },
    status: scheduleStatus(schedule.paused, nextDate),
    nextDate,
    createdAt: schedule.createdAt.toISOString(),
    updatedAt: schedule.updatedAt.toISOString(),
  };
}
