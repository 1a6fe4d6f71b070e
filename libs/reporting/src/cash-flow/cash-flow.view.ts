import { ApiSchema } from '@nestjs/swagger';
import type { Money } from '@app/kernel';
import { ratioText } from '@app/kernel';

@ApiSchema({ description: 'What came in and went out in the whole range.' })
export class CashFlowTotalView {
  income!: string;
  expense!: string;
  /** Income less expense. */
  net!: string;
  /** What part of the income is left, to four decimals; null where there was none. */
  savingsRate!: string | null;
}

/** An interval, cut to the period of the report. */
@ApiSchema({ description: 'What came in and went out in an interval.' })
export class CashFlowPointView extends CashFlowTotalView {
  start!: string;
  end!: string;
}

@ApiSchema({ description: 'What came in and went out, interval by interval.' })
export class CashFlowReportView {
  /** The base currency. */
  currency!: string;
  from!: string;
  to!: string;
  interval!: string;
  /** Oldest first, empty ones too. */
  points!: CashFlowPointView[];
  total!: CashFlowTotalView;
  /** Transactions left out of every figure, because no rate says what they are worth in the base currency. */
  unconverted!: string[];
}

/** What came in, what went out, and what is left of it. */
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
