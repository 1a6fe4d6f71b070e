import { ApiSchema } from '@nestjs/swagger';
import { formatRate } from '@app/kernel';
import type { NetWorth } from './net-worth.js';

@ApiSchema({ description: 'Part of the net worth that is held in one currency.' })
export class CurrencyShareView {
  /** Currency of the accounts. @example USD */
  currency!: string;
  /** Assets minus liabilities in this currency. @example "100.00" */
  balance!: string;
  /** Market rate of the currency, or the average rate of its accounts if one of them has a fixed rate. */
  rate!: string;
  /** Amount in the base currency. The amounts of all currencies add up to the net worth. @example "1841.23" */
  converted!: string;
}

@ApiSchema({ description: 'Net worth at the latest rates.' })
export class NetWorthView {
  /** Assets minus liabilities, in the base currency. @example "1841.23" */
  netWorth!: string;
  /** Base currency. */
  currency!: string;
  /** Date of the oldest rate used; today if no rate was needed. */
  ratesAsOf!: string;
  /** Assets minus liabilities in each currency. */
  byCurrency!: CurrencyShareView[];
  /** IDs of accounts that do not count because they have no exchange rate. */
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
