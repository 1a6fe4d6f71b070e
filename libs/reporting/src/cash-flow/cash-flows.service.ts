import { Injectable } from '@nestjs/common';
import { Clock, Database, intervalsOf, Money } from '@app/kernel';
import type { CategoryKind } from '@app/ledger';
import type { CountedRow } from '../counting/counted.js';
import { countedOf } from '../counting/counted.js';
import { accountTotals } from '../counting/counted-totals.query.js';
import { sumsWithin } from '../counting/sums-within.js';
import { narrowingText } from '../spending/narrowing-text.js';
import { reportPeriod } from '../periods/report-period.js';
import type { CashFlowRequest } from './cash-flow.request.js';
import type { CashFlow, CashFlowReportView } from './cash-flow.view.js';
import { cashFlowView } from './cash-flow.view.js';

export interface CashFlowReport {
  readonly view: CashFlowReportView;
  /** Cash flows in the order of `view.points`. */
  readonly flows: readonly CashFlow[];
  /** Filters in Spanish, for the title. */
  readonly narrowedTo: string;
}

@Injectable()
export class CashFlows {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed if the period is invalid or too long */
  async of(workspaceId: string, request: CashFlowRequest): Promise<CashFlowReport> {
    const { interval, accountId } = request;
    const period = reportPeriod(request, this.clock.today());
    const types = ['expense', 'income'] as const;
    const question = { workspaceId, types, period, compared: null, filters: { accountId } };
    const [row] = await this.database.read<CountedRow>(workspaceId, accountTotals(question, interval));
    const counted = countedOf(row!);
    const { currency, sums, unconverted, narrowed } = counted;
    const intervals = intervalsOf(period, interval);
    const [spent, earned] = types.map((type) => sumsWithin(counted, (cell) => cell.type === type, intervals));
    const flows = intervals.map((_, at) => flowOf(earned![at]!.amount, spent![at]!.amount));
    const total = (type: CategoryKind) => sums.find((sum) => sum.type === type)?.amount ?? Money.zero(currency);
    const view = {
      currency,
      from: period.start,
      to: period.end,
      interval,
      points: intervals.map((range, at) => ({ ...range, ...cashFlowView(flows[at]!) })),
      total: cashFlowView(flowOf(total('income'), total('expense'))),
      unconverted: [...unconverted],
    };
    return { view, flows, narrowedTo: narrowingText(narrowed) };
  }
}

function flowOf(income: Money, expense: Money): CashFlow {
  return { income, expense, net: income.subtract(expense) };
}
