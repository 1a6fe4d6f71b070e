import { ApiSchema } from '@nestjs/swagger';
import type { BusinessDay, FieldRule, Frequency } from '@app/kernel';
import {
  amount,
  BUSINESS_DAYS,
  day,
  Field,
  flag,
  FREQUENCIES,
  integer,
  isAmount,
  ObjectField,
  oneOf,
  parseAmount,
  reference,
  text,
  ValuesField,
} from '@app/kernel';
import { TAG_LIST, tagName } from '@app/ledger';
import type { ScheduledType, ScheduleStatus } from './schedule.js';
import { SCHEDULE_STATUSES, SCHEDULED_TYPES } from './schedule.js';

function tolerance(): FieldRule {
  const pattern = /^\d{1,13}(\.\d{1,2})?$/;
  return {
    ...amount(),
    detail: 'must be a decimal string of zero or more, with at most 13 integer digits and two decimals',
    schema: { type: 'string', pattern: pattern.source, examples: ['50.00'] },
    check: (value) => isAmount(value) && parseAmount(value) >= 0n && !value.startsWith('-'),
  };
}

@ApiSchema({ description: 'Recurrence of a schedule.' })
export class RecurrenceRequest {
  /** Frequency. `quincena` means the 15th and the last day of each month. */
  @Field(oneOf(...FREQUENCIES))
  every!: Frequency;

  /**
   * Number of `every` periods between occurrences, such as 2 for every second month. Always 1 for `once` and
   * `quincena`.
   */
  @Field(integer(1, 12), { optional: true, byDefault: 1 })
  interval: number = 1;

  /**
   * Treatment of dates that are not banking days in Mexico. They move to the banking day `before` or `after`, or stay
   * the same (`none`).
   */
  @Field(oneOf(...BUSINESS_DAYS), { optional: true, byDefault: 'none' })
  businessDay: BusinessDay = 'none';
}

@ApiSchema({ description: 'Criteria by which a transaction matches an occurrence.' })
export class ScheduleMatchRequest {
  /** Text that the description must contain; null for any description. Ignores case and accents. */
  @Field(text(1, 500), { optional: true, nullable: true, byDefault: null })
  text: string | null = null;

  /** Maximum difference between the amounts of the transaction and the schedule, in either direction. */
  @Field(tolerance(), { optional: true, byDefault: '0.00' })
  amountTolerance: string = '0.00';

  /** Maximum days between the dates of the transaction and the occurrence. */
  @Field(integer(0, 10), { optional: true, byDefault: 3 })
  days: number = 3;
}

export class CreateScheduleRequest {
  @Field(text(1, 120), { optional: true, nullable: true, byDefault: null })
  name?: string | null;

  @Field(reference())
  accountId!: string;

  @Field(oneOf(...SCHEDULED_TYPES))
  type!: ScheduledType;

  /** Amount of each occurrence, in the currency of the account. */
  @Field(amount('positive'))
  amount!: string;

  /** Description of posted transactions. */
  @Field(text(1, 500))
  description!: string;

  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  categoryId?: string | null;

  /** ID of a related contact; null for no contact. Does not create a debt. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  contactId?: string | null;

  /** ID of the account that receives a transfer; null for other types. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  toAccountId?: string | null;

  /** Tags of posted transactions. */
  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];

  @ObjectField(() => RecurrenceRequest)
  recurrence!: RecurrenceRequest;

  /** First date of the recurrence. All other dates follow from it. */
  @Field(day())
  startDate!: string;

  /** Last possible day of an occurrence; null for no end. */
  @Field(day(), { optional: true, nullable: true, byDefault: null })
  endDate?: string | null;

  /** True to post due occurrences automatically once a day. */
  @Field(flag(), { optional: true, byDefault: false })
  autoPost: boolean = false;

  /** Criteria by which new transactions of the same account and type match an occurrence. */
  @ObjectField(() => ScheduleMatchRequest, { optional: true })
  match?: ScheduleMatchRequest;
}

export class EditScheduleRequest {
  @Field(text(1, 120), { optional: true, nullable: true })
  name?: string | null;

  @Field(reference(), { optional: true })
  accountId?: string;

  @Field(oneOf(...SCHEDULED_TYPES), { optional: true })
  type?: ScheduledType;

  @Field(amount('positive'), { optional: true })
  amount?: string;

  @Field(text(1, 500), { optional: true })
  description?: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  @Field(reference(), { optional: true, nullable: true })
  toAccountId?: string | null;

  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];

  /** New recurrence, which replaces the current one. Matched transactions stay matched. */
  @ObjectField(() => RecurrenceRequest, { optional: true })
  recurrence?: RecurrenceRequest;

  @Field(day(), { optional: true })
  startDate?: string;

  /** Last possible day of an occurrence; null for no end. */
  @Field(day(), { optional: true, nullable: true })
  endDate?: string | null;

  @Field(flag(), { optional: true })
  autoPost?: boolean;

  /** New criteria, which replace the current ones. */
  @ObjectField(() => ScheduleMatchRequest, { optional: true })
  match?: ScheduleMatchRequest;

  /**
   * `active` to resume the schedule, `paused` to pause it. A paused schedule does not match or post transactions, and
   * the forecast omits it.
   */
  @Field(oneOf('active', 'paused'), { optional: true })
  status?: 'active' | 'paused';
}

export class ListSchedulesRequest {
  /** Returns only schedules with this status. By default, returns all schedules. */
  @Field(oneOf(...SCHEDULE_STATUSES), { optional: true })
  status?: ScheduleStatus;
}
