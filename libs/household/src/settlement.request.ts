import { ApiSchema } from '@nestjs/swagger';
import { amount, currency, day, Field, reference, text } from '@app/kernel';

export class SettlementPeriodRequest {
  /** First day to include; unlimited if omitted. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day to include; unlimited if omitted. */
  @Field(day(), { optional: true })
  to?: string;
}

@ApiSchema({ description: 'Payment of one member to another.' })
export class RecordSettlementRequest {
  /** ID of the member who paid. */
  @Field(reference())
  from!: string;

  /** ID of the member who was paid. */
  @Field(reference())
  to!: string;

  @Field(currency())
  currency!: string;

  @Field(amount('positive'))
  amount!: string;

  /** Day of the payment. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;

  /** Note; null for none. */
  @Field(text(1, 2000, 'many'), { optional: true, nullable: true })
  note?: string | null;
}
