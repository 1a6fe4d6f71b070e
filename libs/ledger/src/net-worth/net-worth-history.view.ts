import { ApiSchema } from '@nestjs/swagger';
import type { NetWorthHistory } from './net-worth-history.js';

@ApiSchema({ description: 'Net worth on a day.' })
export class HistoryPointView {
  /** Day of the point. The figures use the exchange rates of this day and the transactions dated on or before it. */
  date!: string;
  /** Assets minus liabilities. */
  netWorth!: string;
  /** Sum of all assets. */
  assets!: string;
  /** Sum of all liabilities, positive if you owe money. */
  liabilities!: string;
  /** IDs of accounts that do not count because there is no exchange rate for the day. */
  unconverted!: string[];
}

@ApiSchema({ description: 'Net worth over time.' })
export class NetWorthHistoryView {
  /** Base currency. */
  currency!: string;
  /** Points, oldest first. */
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
