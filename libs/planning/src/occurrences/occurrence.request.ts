import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, reference } from '@app/kernel';

export class ListOccurrencesRequest {
  /** First day to include. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day to include, at most one year after `from`. Defaults to one year after `from`. */
  @Field(day(), { optional: true })
  to?: string;
}

@ApiSchema({ description: 'Fields of the transaction that differ from the schedule.' })
export class PostOccurrenceRequest {
  /** Amount of the transaction. Defaults to the schedule's amount. */
  @Field(amount('positive'), { optional: true })
  amount?: string;

  /** Date of the transaction. Defaults to the occurrence's date. */
  @Field(day(), { optional: true })
  date?: string;
}

@ApiSchema({ description: 'Transaction to link.' })
export class LinkOccurrenceRequest {
  /** ID of a live transaction with the schedule's account and type. It must not match another occurrence. */
  @Field(reference())
  transactionId!: string;
}
