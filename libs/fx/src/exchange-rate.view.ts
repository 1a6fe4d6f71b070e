import { formatRate } from '@app/kernel';
import type { RateInForce } from './exchange-rates.service.js';

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

export function exchangeRateView({ base, quote, rate, asOf }: RateInForce): ExchangeRateView {
  return { base, quote, rate: formatRate(rate), asOf };
}
