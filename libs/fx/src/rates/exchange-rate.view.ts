import { ApiSchema } from '@nestjs/swagger';
import type { Page } from '@app/kernel';
import { formatRate } from '@app/kernel';
import type { RateSource } from './dated-rate.js';
import type { RateInForce, RateOfSeries } from './exchange-rates.service.js';

@ApiSchema({ description: 'What one unit of a currency is worth in another.' })
export class ExchangeRateView {
  /** The currency of the rate. */
  base!: string;
  /** The currency that is priced, one unit of it. */
  quote!: string;
  /** What one unit of quote is worth in base, with eight decimals. */
  rate!: string;
  /** The date of the rate; of a cross rate, the date of its older leg. */
  asOf!: string;
}

@ApiSchema({ description: 'A rate of a day, with its source.' })
export class SeriesRateView {
  /** The currency of the rate. */
  base!: string;
  /** The currency that is priced, one unit of it. */
  quote!: string;
  /** What one unit of quote is worth in base, with eight decimals. */
  rate!: string;
  /** The date of the rate. */
  asOf!: string;
  /** The source of the rate: the workspace itself, or the feed with the highest precedence on that day. */
  source!: RateSource;
  /** When the service received the rate. */
  fetchedAt!: string;
}

@ApiSchema({ description: 'A page of the rates of a pair.' })
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
