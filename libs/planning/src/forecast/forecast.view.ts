import { ApiSchema } from '@nestjs/swagger';
import type { ForecastPoint } from './forecast.js';
import type { Forecast } from './forecasts.service.js';

@ApiSchema({ description: 'A change of the balance on a day.' })
export class ForecastItemView {
  /** A dated transaction, an expected occurrence of a schedule, a card payment, or the daily share of a budget's remainder. */
  kind!: 'transaction' | 'schedule' | 'card_payment' | 'budget';
  /** ID of the transaction, the schedule, the card account or the budget. */
  id!: string;
  /** Change of the balance. */
  amount!: string;
}

@ApiSchema({ description: 'The projected balance at the end of a day.' })
export class ForecastPointView {
  date!: string;
  /** Balance of the previous day plus the items. */
  balance!: string;
  items!: ForecastItemView[];
}

@ApiSchema({ description: 'The lowest balance and its first day.' })
export class LowestBalanceView {
  /** First day with this balance. */
  date!: string;
  /** Balance. */
  balance!: string;
}

@ApiSchema({ description: 'The forecast of one account.' })
export class AccountForecastView {
  accountId!: string;
  currency!: string;
  /** Balance that triggers an alert: below it for an asset, above it for a liability; null for no alert. */
  alertThreshold!: string | null;
  /** First day on which the balance is below the threshold, or for a liability above it; null if none. */
  crossesThresholdOn!: string | null;
  /** Lowest expected balance. */
  lowest!: LowestBalanceView;
  /** Lowest balance before the next scheduled income after today; null if no income is scheduled. */
  lowestBeforeNextIncome!: LowestBalanceView | null;
  /** One point per day, from today. Today's balance excludes transactions with later dates. */
  points!: ForecastPointView[];
}

@ApiSchema({ description: 'A forecast of account balances.' })
export class ForecastView {
  /** Last day of the forecast. */
  until!: string;
  /** Active accounts. */
  accounts!: AccountForecastView[];
  /**
   * IDs of the budgets, schedules and card accounts that are missing from a balance. The account is not active, no rate
   * converts the amount, or the card has no `payFromAccountId`.
   */
  unplaced!: string[];
}

export function forecastView({ until, accounts, unplaced }: Forecast): ForecastView {
  return {
    until,
    accounts: accounts.map(({ account, crossesThresholdOn, lowest, lowestBeforeNextIncome, points }) => ({
      accountId: account.id,
      currency: account.position.currency,
      alertThreshold: account.alertThreshold?.toString() ?? null,
      crossesThresholdOn,
      lowest: lowestView(lowest),
      lowestBeforeNextIncome: lowestBeforeNextIncome && lowestView(lowestBeforeNextIncome),
      points: points.map(({ date, balance, items }) => ({
        date,
        balance: balance.toString(),
        items: items.map(({ kind, id, amount }) => ({ kind, id, amount: amount.toString() })),
      })),
    })),
    unplaced: [...unplaced],
  };
}

function lowestView({ date, balance }: ForecastPoint): LowestBalanceView {
  return { date, balance: balance.toString() };
}
