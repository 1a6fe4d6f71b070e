import { currency, day, Field } from '@app/kernel';

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
