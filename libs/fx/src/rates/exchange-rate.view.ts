import { formatRate } from '@app/kernel';
import type { RateSource } from './dated-rate.js';
import type { RateInForce, RateOfSeries, SeriesPage } from './exchange-rates.service.js';

export class ExchangeRateView {
  /** The currency that the rate is in. */
  base!: string;
  /** The currency that one unit of is priced. */
  quote!: string;
  /** What one unit of quote is worth in base, with eight decimals. */
  rate!: string;
  /** The date that the rate is from; in a cross, the date of its older leg. */
  asOf!: string;
}

export class SeriesRateView {
  /** The currency that the rate is in. */
  base!: string;
  /** The currency that one unit of is priced. */
  quote!: string;
  /** What one unit of quote is worth in base, with eight decimals. */
  rate!: string;
  /** The date that the rate is for. */
  asOf!: string;
  /** Who says so: the workspace itself, or the feed that is believed first of those that have the day. */
  source!: RateSource;
  /** When the figure reached the service. */
  fetchedAt!: string;
}

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

export function rateSeriesView({ items, nextCursor }: SeriesPage): RateSeriesView {
  return { items: items.map(seriesRateView), nextCursor };
}
