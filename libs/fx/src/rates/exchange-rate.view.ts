import { ApiSchema } from '@nestjs/swagger';
import type { Page } from '@app/kernel';
import { formatRate } from '@app/kernel';
import type { RateSource } from './dated-rate.js';
import type { RateInForce, RateOfSeries } from './exchange-rates.service.js';

@ApiSchema({ description: 'Value of one unit of a currency in another currency.' })
export class ExchangeRateView {
  /** Currency to convert into. */
  base!: string;
  /** Currency to convert from. @example USD */
  quote!: string;
  /** Value of one unit of `quote` in `base`, with eight decimals. */
  rate!: string;
  /** Date of the rate. For a cross rate, the date of the older of its two rates. */
  asOf!: string;
}

@ApiSchema({ description: 'Exchange rate for a day, with its source.' })
export class SeriesRateView {
  /** Currency to convert into. */
  base!: string;
  /** Currency to convert from. @example USD */
  quote!: string;
  /** Value of one unit of `quote` in `base`, with eight decimals. */
  rate!: string;
  /** Date of the rate. */
  asOf!: string;
  /** Source of the rate: the workspace itself (`own`), or the feed that takes precedence on that day. */
  source!: RateSource;
  /** Time when the service stored the rate. */
  fetchedAt!: string;
}

@ApiSchema({ description: 'A page of exchange rates of a currency pair.' })
export class RateSeriesView {
  items!: SeriesRateView[];
  nextCursor!: string | null;
}

export function exchangeRateView({ base, quote, rate, asOf }: RateInForce): ExchangeRateView {
  return { base, quote, rate: formatRate(rate), asOf };
}

export function seriesRateView({ source, fetchedAt, ...rate }: RateOfSeries): SeriesRateView {
  return { ...exchangeRateView(rate), source, fetchedAt };
}

export function rateSeriesView({ items, nextCursor }: Page<RateOfSeries>): RateSeriesView {
  return { items: items.map(seriesRateView), nextCursor };
}
