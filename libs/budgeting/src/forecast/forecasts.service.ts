import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays, addMonths, Clock, Database, ValidationFailed } from '@app/kernel';
import type { AccountProjection } from '@app/ledger';
import { AccountProjections } from '@app/ledger';
import { BudgetStatuses } from '../budgets/budget-statuses.service.js';
import type { AccountForecast, ForecastItem } from './forecast.js';
import { accountForecast, restsOf, sharesOf } from './forecast.js';

export interface Forecast {
  readonly until: Day;
  readonly accounts: readonly AccountForecast[];
  /** Budgets with something left that have no known account, or whose amount no rate converts. */
  readonly unplaced: readonly string[];
}

/** How far a forecast reaches unless said. */
const USUAL_DAYS = 30;
const MAX_MONTHS = 12;

/** What accounts will hold, if what is planned comes to pass. Source: contract section 9, forecast; decision 0027. */
@Injectable()
export class Forecasts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly statuses: BudgetStatuses,
    private readonly projections: AccountProjections,
  ) {}

  /** @throws ValidationFailed where the day is before today or more than a year ahead */
  async until(workspaceId: string, day: Day | undefined): Promise<Forecast> {
    const today = this.clock.today();
    const until = day ?? addDays(today, USUAL_DAYS);
    if (until < today || until > addMonths(today, MAX_MONTHS)) {
      const detail = `must be a day from ${today} to ${addMonths(today, MAX_MONTHS)}`;
      throw ValidationFailed([{ parameter: 'until', code: 'DATE_INVALID', detail }]);
    }
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const accounts = await this.projections.accounts(work, today);
      const scheduled = await this.projections.scheduled(work, today, until);
      const { shares, unplaced } = await this.budgetShares(work, accounts, today, until);
      const items = [...scheduled.map((entry) => ({ kind: 'transaction' as const, ...entry })), ...shares];
      const byAccount = Map.groupBy(items, ({ accountId }) => accountId);
      return {
        until,
        accounts: accounts.map((account) => accountForecast(account, byAccount.get(account.id) ?? [], today, until)),
        unplaced,
      };
    });
  }

  private async budgetShares(
    work: UnitOfWork,
    accounts: readonly AccountProjection[],
    today: Day,
    until: Day,
  ): Promise<{ shares: ForecastItem[]; unplaced: string[] }> {
    const budgets = Map.groupBy(await this.statuses.between(work, today, until), ({ plan }) => plan.id);
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const plans = [...budgets.values()].map(([first]) => first!.plan);
    const used = await this.projections.mostUsed(work, [...new Set(plans.map(({ category }) => category.id))]);
    const shares: ForecastItem[] = [];
    const unplaced: string[] = [];
    for (const [id, cycles] of budgets) {
      const { plan } = cycles[0]!;
      const statuses = cycles.map(({ status }) => status);
      const rests = restsOf(plan, statuses).filter(({ amount }) => amount.isPositive);
      const account = byId.get(plan.accountId ?? '') ?? byId.get(used.get(plan.category.id) ?? '');
      if (account?.rate == null) {
        if (rests.length > 0) unplaced.push(id);
        continue;
      }
      shares.push(...rests.flatMap((rest) => sharesOf(rest, account, today)));
    }
    return { shares: shares.filter(({ date }) => date <= until), unplaced };
  }
}
