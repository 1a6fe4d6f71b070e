import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, flag, integer, ObjectField, oneOf, reference, text } from '@app/kernel';
import type { FundingFrequency } from './funding.js';
import { FUNDING_FREQUENCIES } from './funding.js';

const DEFAULT_PRIORITY = 100;
const MAX_PRIORITY = 1_000_000;

@ApiSchema({ description: 'Funding plan: an amount to set aside on each pay day.' })
export class FundingRequest {
  /** Frequency of the pay days. `quincena` means the 15th and the last day of each month. */
  @Field(oneOf(...FUNDING_FREQUENCIES))
  every!: FundingFrequency;

  @Field(amount('positive'))
  amount!: string;

  /** Start of the plan. Pay days follow from this day. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  from?: string;
}

export class CreateGoalRequest {
  @Field(text(1, 120))
  name!: string;

  /** ID of the account that holds the money. Must be an asset account. */
  @Field(reference())
  accountId!: string;

  @Field(amount('positive'))
  target!: string;

  @Field(day(), { optional: true, nullable: true })
  targetDate?: string | null;

  @ObjectField(() => FundingRequest, { optional: true, nullable: true })
  funding?: FundingRequest | null;

  @Field(flag(), { optional: true, byDefault: false })
  heldByBank: boolean = false;

  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true, byDefault: DEFAULT_PRIORITY })
  priority: number = DEFAULT_PRIORITY;
}

export class EditGoalRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  @Field(amount('positive'), { optional: true })
  target?: string;

  @Field(day(), { optional: true, nullable: true })
  targetDate?: string | null;

  @ObjectField(() => FundingRequest, { optional: true, nullable: true })
  funding?: FundingRequest | null;

  @Field(flag(), { optional: true })
  heldByBank?: boolean;

  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true })
  priority?: number;

  /** True to archive the goal and free its saved amount, false to restore it with nothing saved. */
  @Field(flag(), { optional: true })
  archived?: boolean;
}

export class ListGoalsRequest {
  /** `false` for goals that are not archived, `true` for archived ones, `all` for both. */
  @Field({ ...oneOf('true', 'false', 'all') }, { optional: true, byDefault: 'false' })
  archived: 'true' | 'false' | 'all' = 'false';
}
