import { ApiSchema } from '@nestjs/swagger';
import { formatRate } from '@app/kernel';
import type { NetWorth } from './net-worth.js';

@ApiSchema({ description: 'What there is in a currency.' })
export class CurrencyShareView {
  currency!: string;
  /** Net of liabilities. */
  balance!: string;
  /** The market's rate; where an account has a fixed rate, what the share came to on average. */
  rate!: string;
  /** In the base currency; the shares add up to the net worth. */
  converted!: string;
}

@ApiSchema({ description: 'Everything that is owned less everything that is owed.' })
export class NetWorthView {
  netWorth!: string;
  /** The base currency. */
  currency!: string;
  /** The oldest date of the rates used; today where none was needed. */
  ratesAsOf!: string;
  byCurrency!: CurrencyShareView[];
  /** Accounts left out because no rate is known. */
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
