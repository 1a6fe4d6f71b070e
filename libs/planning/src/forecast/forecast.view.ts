import { ApiSchema } from '@nestjs/swagger';
import type { ForecastPoint } from './forecast.js';
import type { Forecast } from './forecasts.service.js';

@ApiSchema({ description: 'A change in the balance on a day.' })
export class ForecastItemView {
  /**
   * Kind of change: a future-dated transaction, an occurrence of a schedule, a card payment, a round of a tanda, or the
   * part of a budget's remaining amount for this day.
   */
  kind!: 'transaction' | 'schedule' | 'card_payment' | 'tanda' | 'budget';
  /** ID of the transaction, schedule, card account, tanda or budget, depending on `kind`. */
  id!: string;
  /** Change in the balance. */
  amount!: string;
}

@ApiSchema({ description: 'Projected balance at the end of a day.' })
export class ForecastPointView {
  /** Day of the point. */
  date!: string;
  /** Balance of the previous day plus the items of this day. */
  balance!: string;
  /**
   * Balance minus the money that goals will have set aside by the end of this day. Assumes that each goal sets aside
   * its funding on every pay day until it reaches its target. Null for an account without funded goals.
   */
  free!: string | null;
  /** Changes in the balance on this day. */
  items!: ForecastItemView[];
}

@ApiSchema({ description: 'Lowest balance and the first day on which it occurs.' })
export class LowestBalanceView {
  /** First day with this balance. */
  date!: string;
  /** Lowest balance. */
  balance!: string;
}

@ApiSchema({ description: 'Forecast of an account.' })
export class AccountForecastView {
  accountId!: string;
  /** Currency of the account. */
  currency!: string;
  /**
   * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
   * a liability's balance rises above it.
   */
  alertThreshold!: string | null;
  /**
   * First day on which an asset's balance is below the threshold or a liability's balance is above it; null if this
   * never happens in the forecast.
   */
  crossesThresholdOn!: string | null;
  /** Lowest expected balance. */
  lowest!: LowestBalanceView;
  /** Lowest balance before the next scheduled income after today; null if no income is scheduled. */
  lowestBeforeNextIncome!: LowestBalanceView | null;
  /** One point per day, starting today. Today's balance does not include future-dated transactions. */
  points!: ForecastPointView[];
}

@ApiSchema({ description: 'Forecast of account balances.' })
export class ForecastView {
  /** Last day of the forecast. */
  until!: string;
  /** Forecasts of the active accounts. */
  accounts!: AccountForecastView[];
  /**
   * IDs of budgets, schedules, tandas and card accounts that the forecast omits, because their account is not active,
   * no exchange rate is known, or the card has no `payFromAccountId`.
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
      points: points.map(({ date, balance, free, items }) => ({
        date,
        balance: balance.toString(),
        free: free?.toString() ?? null,
        items: items.map(({ kind, id, amount }) => ({ kind, id, amount: amount.toString() })),
      })),
    })),
    unplaced: [...unplaced],
  };
}

function lowestView({ date, balance }: ForecastPoint): LowestBalanceView {
  return { date, balance: balance.toString() };
}
