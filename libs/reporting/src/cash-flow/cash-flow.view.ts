import { ApiSchema } from '@nestjs/swagger';
import type { Money } from '@app/kernel';
import { ratioText } from '@app/kernel';

@ApiSchema({ description: 'Income and expenses of the period.' })
export class CashFlowTotalView {
  /** Income minus reversals. */
  income!: string;
  /** Spending minus refunds. */
  expense!: string;
  /** Income minus spending. */
  net!: string;
  /** Part of the income that was not spent, with four decimals; null unless `income` is positive. @example "0.2500" */
  savingsRate!: string | null;
}

@ApiSchema({
  description:
    'Income and expenses of an interval. The period of the report may cut the first and the last interval short.',
})
export class CashFlowPointView extends CashFlowTotalView {
  /** First day of the interval. */
  start!: string;
  /** Last day of the interval. */
  end!: string;
}

@ApiSchema({ description: 'Income and expenses by interval.' })
export class CashFlowReportView {
  /** Base currency. */
  currency!: string;
  /** First day of the period. */
  from!: string;
  /** Last day of the period. */
  to!: string;
  /** Length of each interval. @example month */
  interval!: string;
  /** Intervals, oldest first, including empty ones. */
  points!: CashFlowPointView[];
  /** Totals for the whole period. */
  total!: CashFlowTotalView;
  /** IDs of the latest 10,000 transactions that do not count because they have no exchange rate. */
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
