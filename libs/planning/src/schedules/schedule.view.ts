import { ApiSchema } from '@nestjs/swagger';
import type { BusinessDay, Day, Frequency } from '@app/kernel';
import { Money } from '@app/kernel';
import type { Schedule } from './schedule.entity.js';
import type { ScheduledType, ScheduleStatus } from './schedule.js';
import { scheduleStatus } from './schedule.js';

@ApiSchema({ description: 'Recurrence of a schedule.' })
export class RecurrenceView {
  /** Frequency. `quincena` means the 15th and the last day of each month. */
  every!: Frequency;
  /** Number of `every` periods between occurrences, such as 2 for every second month. @example 1 */
  interval!: number;
  /**
   * Treatment of dates that are not banking days in Mexico. They move to the banking day `before` or `after`, or stay
   * the same (`none`).
   */
  businessDay!: BusinessDay;
}

@ApiSchema({ description: 'Criteria by which a transaction matches an occurrence.' })
export class ScheduleMatchView {
  /** Text that the description must contain; null for any description. Ignores case and accents. @example renta */
  text!: string | null;
  /** Maximum difference between the amounts of the transaction and the schedule, in either direction. @example "50.00" */
  amountTolerance!: string;
  /** Maximum days between the dates of the transaction and the occurrence. @example 3 */
  days!: number;
}

@ApiSchema({ description: 'A recurring expected transaction.' })
export class ScheduleView {
  id!: string;
  /** Name of the schedule; null if not set. @example Renta */
  name!: string | null;
  accountId!: string;
  type!: ScheduledType;
  /** Amount of each occurrence. */
  amount!: string;
  /** Currency of the account. */
  currency!: string;
  /** Description of posted transactions. */
  description!: string;
  categoryId!: string | null;
  contactId!: string | null;
  toAccountId!: string | null;
  /** Tags of posted transactions. */
  tags!: string[];
  /** Recurrence of the expected dates. */
  recurrence!: RecurrenceView;
  /** First date of the recurrence. All other dates follow from it. */
  startDate!: string;
  /** Last day on which an occurrence can be; null for no end. */
  endDate!: string | null;
  /** True if the service posts due occurrences automatically once a day. */
  autoPost!: boolean;
  /** Criteria by which new transactions of the same account and type match an occurrence. */
  match!: ScheduleMatchView;
  /** Status of the schedule: `active`, `paused`, or `ended` if it has no further occurrences. */
  status!: ScheduleStatus;
  /** Date of the next open occurrence, today or later; null if there is none. */
  nextDate!: string | null;
  createdAt!: string;
  updatedAt!: string;
}

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
