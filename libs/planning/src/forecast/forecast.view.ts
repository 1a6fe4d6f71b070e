import { ApiSchema } from '@nestjs/swagger';
import type { ForecastPoint } from './forecast.js';
import type { Forecast } from './forecasts.service.js';

@ApiSchema({ description: 'What changes the balance on a day.' })
export class ForecastItemView {
  /** A transaction that is dated then, what a schedule expects, the payment of a card's statement, or a day's share of what a budget has left. */
  kind!: 'transaction' | 'schedule' | 'card_payment' | 'budget';
  /** Of the transaction, the schedule, the card's account or the budget. */
  id!: string;
  /** The change of the balance. */
  amount!: string;
}

@ApiSchema({ description: 'The balance that is expected on a day.' })
export class ForecastPointView {
  date!: string;
  /** The balance of the day before and the items. */
  balance!: string;
  items!: ForecastItemView[];
}

@ApiSchema({ description: 'A balance, and the first day on which it is so low.' })
export class LowestBalanceView {
  /** The first day on which it is so low. */
  date!: string;
  balance!: string;
}

@ApiSchema({ description: 'The forecast of one account.' })
export class AccountForecastView {
  accountId!: string;
  currency!: string;
  alertThreshold!: string | null;
  /** The first day on which the balance is below the threshold, or of a liability above it. */
  crossesThresholdOn!: string | null;
  lowest!: LowestBalanceView;
  /** Of the days before the first income that a schedule expects after today; null without one. */
  lowestBeforeNextIncome!: LowestBalanceView | null;
  /** One for each day, from today on. Today's balance leaves out transactions of later dates. */
  points!: ForecastPointView[];
}

@ApiSchema({ description: 'The forecast of the accounts.' })
export class ForecastView {
  until!: string;
  /** The active accounts. */
  accounts!: AccountForecastView[];
  /**
   * IDs of the budgets, schedules and card accounts of which a balance lacks an amount. An account is not active, no rate
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
