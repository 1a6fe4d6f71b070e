import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, reference } from '@app/kernel';

export class ListOccurrencesRequest {
  /** First day. Default: today (Mexico City). */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day, at most one year after `from`. Default: one year after `from`. */
  @Field(day(), { optional: true })
  to?: string;
}

@ApiSchema({ description: 'Differences from the schedule.' })
export class PostOccurrenceRequest {
  /** Actual amount. Default: the amount of the schedule. */
  @Field(amount('positive'), { optional: true })
  amount?: string;

  /** Date of the transaction. Default: the date of the occurrence. */
  @Field(day(), { optional: true })
  date?: string;
}

@ApiSchema({ description: 'The transaction to link.' })
export class LinkOccurrenceRequest {
  /** ID of a live transaction with the account and type of the schedule and without an occurrence. */
  @Field(reference())
  transactionId!: string;
}
