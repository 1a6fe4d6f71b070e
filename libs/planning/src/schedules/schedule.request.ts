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

/** An amount that may be zero. */
function tolerance(): FieldRule {
  const pattern = /^\d{1,13}(\.\d{1,2})?$/;
  return {
    ...amount(),
    detail: 'must be a string with a decimal of up to 13 digits and at most two decimals, zero or more',
    schema: { type: 'string', pattern: pattern.source, examples: ['50.00'] },
    check: (value) => isAmount(value) && parseAmount(value) >= 0n && !value.startsWith('-'),
  };
}

@ApiSchema({ description: 'When something comes back.' })
export class RecurrenceRequest {
  /** A quincena is the 15th and the last day of each month. */
  @Field(oneOf(...FREQUENCIES))
  every!: Frequency;

  /** Every so many weeks, months or years; 1 for once and quincena. */
  @Field(integer(1, 12), { optional: true, byDefault: 1 })
  interval: number = 1;

  /** Whether a date that is no banking day in Mexico moves to the banking day before or after it. */
  @Field(oneOf(...BUSINESS_DAYS), { optional: true, byDefault: 'none' })
  businessDay: BusinessDay = 'none';
}

@ApiSchema({ description: 'Which transactions meet a schedule.' })
export class ScheduleMatchRequest {
  /** A text that the description has to contain, without regard to case and accents; null for any description. */
  @Field(text(1, 500), { optional: true, nullable: true, byDefault: null })
  text: string | null = null;

  /** By how much the amount may differ, up or down. */
  @Field(tolerance(), { optional: true, byDefault: '0.00' })
  amountTolerance: string = '0.00';

  /** By how many days the date may differ, before or after. */
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

  /** The amount expected each time, in the currency of the account. */
  @Field(amount('positive'))
  amount!: string;

  /** The description of the posted transaction. */
  @Field(text(1, 500))
  description!: string;

  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  categoryId?: string | null;

  /** Whom it is about; it makes no debt. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  contactId?: string | null;

  /** The receiving account of a transfer. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  toAccountId?: string | null;

  /** The tags of the posted transaction. */
  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];

  @ObjectField(() => RecurrenceRequest)
  recurrence!: RecurrenceRequest;

  /** Every date is reckoned from it. */
  @Field(day())
  startDate!: string;

  /** Nothing is expected after it; by the dates before they move to a banking day. */
  @Field(day(), { optional: true, nullable: true, byDefault: null })
  endDate?: string | null;

  /** Whether the service enters due occurrences by itself, once a day. */
  @Field(flag(), { optional: true, byDefault: false })
  autoPost: boolean = false;

  /** Which new transactions of the account and type are an occurrence. */
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

  /** Given whole. What transactions met before stays met. */
  @ObjectField(() => RecurrenceRequest, { optional: true })
  recurrence?: RecurrenceRequest;

  @Field(day(), { optional: true })
  startDate?: string;

  /** Null takes the end away. */
  @Field(day(), { optional: true, nullable: true })
  endDate?: string | null;

  @Field(flag(), { optional: true })
  autoPost?: boolean;

  /** Given whole. */
  @ObjectField(() => ScheduleMatchRequest, { optional: true })
  match?: ScheduleMatchRequest;

  /** A paused schedule matches nothing, posts nothing and is in no forecast. */
  @Field(oneOf('active', 'paused'), { optional: true })
  status?: 'active' | 'paused';
}

export class ListSchedulesRequest {
  /** All of them unless given. */
  @Field(oneOf(...SCHEDULE_STATUSES), { optional: true })
  status?: ScheduleStatus;
}
