import { ApiSchema } from '@nestjs/swagger';
import { currency, day, Field, PageRequest, rate } from '@app/kernel';

export class LatestRateRequest {
  /** Currency to convert from. @example USD */
  @Field(currency(), { optional: true, byDefault: 'USD' })
  quote: string = 'USD';

  /** Currency to convert into. Defaults to the workspace's base currency. */
  @Field(currency(), { optional: true })
  base?: string;

  /** Day of the conversion. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;
}

export class RateSeriesRequest extends PageRequest {
  /** Currency to convert from. @example USD */
  @Field(currency(), { optional: true, byDefault: 'USD' })
  quote: string = 'USD';

  /** Currency to convert into. Defaults to the workspace's base currency. */
  @Field(currency(), { optional: true })
  base?: string;

  @Field(day(), { optional: true })
  from?: string;

  @Field(day(), { optional: true })
  to?: string;
}

export class OwnRatePath {
  /** Currency to convert from. @example USD */
  @Field(currency())
  quote!: string;

  /** Currency to convert into. */
  @Field(currency())
  base!: string;

  /** First day on which the rate applies. It applies until a later rate exists. */
  @Field(day())
  date!: string;
}

@ApiSchema({ description: 'A custom rate.' })
export class SetRateRequest {
  /** Value of one unit of `quote` in `base`. */
  @Field(rate())
  rate!: string;
}
