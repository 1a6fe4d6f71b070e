import { ApiSchema } from '@nestjs/swagger';
import type { NetWorthHistory } from './net-worth-history.js';

@ApiSchema({ description: 'The net worth on a day.' })
export class HistoryPointView {
  /** The day whose rates are used, and up to which transactions count. */
  date!: string;
  /** Assets less liabilities. */
  netWorth!: string;
  assets!: string;
  /** The debts, as a positive figure. */
  liabilities!: string;
  /** Accounts left out on this day because no rate was known. */
  unconverted!: string[];
}

@ApiSchema({ description: 'The net worth over time.' })
export class NetWorthHistoryView {
  /** The base currency. */
  currency!: string;
  /** Oldest first. */
  points!: HistoryPointView[];
}

export function netWorthHistoryView({ currency, points }: NetWorthHistory): NetWorthHistoryView {
  return {
    currency,
    points: points.map(({ date, netWorth, assets, liabilities, unconverted }) => ({
      date,
      netWorth: netWorth.toString(),
      assets: assets.toString(),
      liabilities: liabilities.toString(),
      unconverted: [...unconverted],
    })),
  };
}
