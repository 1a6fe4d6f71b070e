import { formatAmount, formatRate } from '@app/kernel';
import type { NetWorth } from './net-worth.js';

export class CurrencyShareView {
  currency!: string;
  /** Net of liabilities. */
  balance!: string;
  /** The market's rate, or what the share came to on average where an account has a rate of its own. */
  rate!: string;
  /** In the base currency; the shares add up to the net worth. */
  converted!: string;
}

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
    netWorth: formatAmount(worth.netWorth),
    currency: worth.currency,
    ratesAsOf: worth.ratesAsOf,
    byCurrency: worth.byCurrency.map(({ currency, balance, rate, converted }) => ({
      currency,
      balance: formatAmount(balance),
      rate: formatRate(rate),
      converted: formatAmount(converted),
    })),
    unconverted: [...worth.unconverted],
  };
}
