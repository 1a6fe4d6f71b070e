import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, reference } from '@app/kernel';

export class ListOccurrencesRequest {
  /** The first day; today in Mexico unless given. */
  @Field(day(), { optional: true })
  from?: string;

  /** The last day, at most a year after the first; a year after it unless given. */
  @Field(day(), { optional: true })
  to?: string;
}

@ApiSchema({ description: 'What was different from what the schedule says.' })
export class PostOccurrenceRequest {
  /** What it really was; the amount of the schedule unless given. */
  @Field(amount('positive'), { optional: true })
  amount?: string;

  /** The date of the transaction; that of the occurrence unless given. */
  @Field(day(), { optional: true })
  date?: string;
}

@ApiSchema({ description: 'The transaction that was it.' })
export class LinkOccurrenceRequest {
  /** A live transaction of the schedule's account and type that meets no occurrence yet. */
  @Field(reference())
  transactionId!: string;
}
