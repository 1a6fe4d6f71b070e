import { currency, day, Field, PageRequest, rate } from '@app/kernel';

export class LatestRateRequest {
  /** The currency to convert, one unit of it. */
  @Field(currency(), { optional: true, byDefault: 'USD' })
  quote: string = 'USD';

  /** The currency to convert into; the workspace's base currency unless given. */
  @Field(currency(), { optional: true })
  base?: string;

  /** The day to convert on; today in Mexico unless given. */
  @Field(day(), { optional: true })
  date?: string;
}

export class RateSeriesRequest extends PageRequest {
  /** The currency that one unit of is priced. */
  @Field(currency(), { optional: true, byDefault: 'USD' })
  quote: string = 'USD';

  /** The currency that the rates are in; the workspace's base currency unless given. */
  @Field(currency(), { optional: true })
  base?: string;

  @Field(day(), { optional: true })
  from?: string;

  @Field(day(), { optional: true })
  to?: string;
}

/** The address of a rate of the workspace's own. */
export class OwnRatePath {
  /** The currency that one unit of is priced. */
  @Field(currency())
  quote!: string;

  /** The currency that the rate is in. */
  @Field(currency())
  base!: string;

  /** The day from which the rate is in force, until another one is. */
  @Field(day())
  date!: string;
}

export class SetRateRequest {
  /** What one unit of quote is worth in base. */
  @Field(rate())
  rate!: string;
}
