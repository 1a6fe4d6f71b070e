import { ApiSchema } from '@nestjs/swagger';
import type { Money } from '@app/kernel';
import { ratioText } from '@app/kernel';

@ApiSchema({ description: 'Income and expenses of the whole period.' })
export class CashFlowTotalView {
  /** Income, less reversals. */
  income!: string;
  /** Spending, less refunds. */
  expense!: string;
  /** Income minus expense. */
  net!: string;
  /** Share of the income that was not spent, to four decimals; null without income. @example "0.2500" */
  savingsRate!: string | null;
}

@ApiSchema({ description: 'Income and expenses of an interval. Intervals are cut to the period of the report.' })
export class CashFlowPointView extends CashFlowTotalView {
  start!: string;
  end!: string;
}

@ApiSchema({ description: 'Income and expenses by interval.' })
export class CashFlowReportView {
  /** Base currency. */
  currency!: string;
  from!: string;
  to!: string;
  /** Length of each interval. @example month */
  interval!: string;
  /** Oldest first, including empty intervals. */
  points!: CashFlowPointView[];
  /** Totals of the whole range. */
  total!: CashFlowTotalView;
  /** IDs of transactions left out because no exchange rate into the base currency is known. */
  unconverted!: string[];
}

export interface CashFlow {
  readonly income: Money;
  readonly expense: Money;
  readonly net: Money;
}

export function cashFlowView({ income, expense, net }: CashFlow): CashFlowTotalView {
  return {
    income: income.toString(),
    expense: expense.toString(),
    net: net.toString(),
    savingsRate: income.isPositive ? ratioText(net, income) : null,
  };
}
