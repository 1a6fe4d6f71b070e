import { formatAmount, ratioText } from '@app/kernel';

export class CashFlowTotalView {
  income!: string;
  expense!: string;
  /** Income less expense. */
  net!: string;
  /** What part of the income is left, to four decimals; null where there was none. */
  savingsRate!: string | null;
}

/** An interval, cut to the period of the report. */
export class CashFlowPointView extends CashFlowTotalView {
  start!: string;
  end!: string;
}

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

export function cashFlowView(income: bigint, expense: bigint): CashFlowTotalView {
  const net = income - expense;
  return {
    income: formatAmount(income),
    expense: formatAmount(expense),
    net: formatAmount(net),
    savingsRate: income > 0n ? ratioText(net, income) : null,
  };
}
