import { ApiSchema } from '@nestjs/swagger';
import { currency, day, Field, PageRequest, rate } from '@app/kernel';

export class LatestRateRequest {
  /** The currency to convert from. */
  @Field(currency(), { optional: true, byDefault: 'USD' })
  quote: string = 'USD';

  /** The currency to convert into; the workspace's base currency by default. */
  @Field(currency(), { optional: true })
  base?: string;

  /** The day to convert on; today in Mexico by default. */
  @Field(day(), { optional: true })
  date?: string;
}

export class RateSeriesRequest extends PageRequest {
  /** The currency that is priced, one unit of it. */
  @Field(currency(), { optional: true, byDefault: 'USD' })
  quote: string = 'USD';

  /** The currency of the rates; the workspace's base currency by default. */
  @Field(currency(), { optional: true })
  base?: string;

  @Field(day(), { optional: true })
  from?: string;

  @Field(day(), { optional: true })
  to?: string;
}

/** The address of a custom rate. */
export class OwnRatePath {
  /** The currency that is priced, one unit of it. */
  @Field(currency())
  quote!: string;

  /** The currency of the rate. */
  @Field(currency())
  base!: string;

  /** The first day on which the rate is in force; it stays until a later rate. */
  @Field(day())
  date!: string;
}

@ApiSchema({ description: 'A custom rate.' })
export class SetRateRequest {
  /** What one unit of quote is worth in base. */
  @Field(rate())
  rate!: string;
}
