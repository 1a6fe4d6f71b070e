import { ApiSchema } from '@nestjs/swagger';
import { formatRate } from '@app/kernel';
import type { NetWorth } from './net-worth.js';

@ApiSchema({ description: 'Share of the net worth in one currency.' })
export class CurrencyShareView {
  /** Currency of the accounts. @example USD */
  currency!: string;
  /** Assets minus liabilities in this currency. @example "100.00" */
  balance!: string;
  /** Market rate of the currency. If one of its accounts has a fixed rate, the average rate of its accounts. */
  rate!: string;
  /** Amount in the base currency. The shares add up to the net worth. @example "1841.23" */
  converted!: string;
}

@ApiSchema({ description: 'Net worth at the latest rates.' })
export class NetWorthView {
  /** Assets minus liabilities, in the base currency. @example "1841.23" */
  netWorth!: string;
  /** Base currency. */
  currency!: string;
  /** Oldest date of the rates used; today if no rate was needed. */
  ratesAsOf!: string;
  /** Assets minus liabilities in each currency. */
  byCurrency!: CurrencyShareView[];
  /** IDs of accounts left out because no exchange rate is known. */
  unconverted!: string[];
}

export function netWorthView(worth: NetWorth): NetWorthView {
  return {
    netWorth: worth.netWorth.toString(),
    currency: worth.netWorth.currency,
    ratesAsOf: worth.ratesAsOf,
    byCurrency: worth.byCurrency.map(({ balance, rate, converted }) => ({
      currency: balance.currency,
      balance: balance.toString(),
      rate: formatRate(rate),
      converted: converted.toString(),
    })),
    unconverted: [...worth.unconverted],
  };
}
