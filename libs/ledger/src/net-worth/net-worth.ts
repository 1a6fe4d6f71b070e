import { halfEven, Money, RATE_SCALE } from '@app/kernel/pure';

export interface HeldAccount {
  readonly id: string;
  /** Negative if the account owes money. */
  readonly position: Money;
  /** Fixed rate, scaled by 10^8; null if the market rate applies. */
  readonly fixedRate: bigint | null;
}

/** Value of one unit of a currency in the base currency, scaled by 10^8. */
export interface MarketRate {
  readonly rate: bigint;
  readonly asOf: string;
}

/** All accounts in one currency: assets minus liabilities. */
export interface CurrencyShare {
  readonly balance: Money;
  readonly rate: bigint;
  readonly converted: Money;
}

export interface NetWorth {
  readonly netWorth: Money;
  readonly ratesAsOf: string;
  readonly byCurrency: readonly CurrencyShare[];
  readonly unconverted: readonly string[];
}

/**
 * Converts each account separately, rounds half to even, and adds the rounded amounts, so that the shares add up to the
 * total exactly. Accounts without a rate do not count; `unconverted` lists them.
 */
export function netWorthOf(
  accounts: readonly HeldAccount[],
  base: string,
  market: ReadonlyMap<string, MarketRate>,
  today: string,
): NetWorth {
  const rates = new Map([...market, [base, { rate: RATE_SCALE, asOf: today }]]);
  const isConverted = ({ position, fixedRate }: HeldAccount) => fixedRate !== null || rates.has(position.currency);
  const converted = accounts.filter(isConverted);
  const byCurrency = [...Map.groupBy(converted, ({ position }) => position.currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, group]) => shareOf(group, currency, base, rates.get(currency)?.rate));
  const atMarketRate = converted.filter(({ fixedRate }) => fixedRate === null);
  const worth = byCurrency.map((share) => share.converted);
  return {
    netWorth: Money.sum(worth, base),
    ratesAsOf: [today, ...atMarketRate.map(({ position }) => rates.get(position.currency)!.asOf)].sort()[0]!,
    byCurrency,
    unconverted: accounts.filter((account) => !isConverted(account)).map(({ id }) => id),
  };
}

/**
 * Returns the share of a currency. Its rate is the market rate, or the average rate of its accounts if one of them has
 * a fixed rate.
 */
function shareOf(accounts: readonly HeldAccount[], currency: string, base: string, market?: bigint): CurrencyShare {
  const worth = accounts.map(({ position, fixedRate }) => position.convert(fixedRate ?? market!, base, halfEven));
  const [converted, balance] = [
    Money.sum(worth, base),
    Money.sum(
      accounts.map(({ position }) => position),
      currency,
    ),
  ];
  const ownRate = accounts.findLast(({ fixedRate }) => fixedRate !== null)?.fixedRate;
  if (ownRate == null) return { balance, converted, rate: market! };
  return { balance, converted, rate: balance.isZero ? (market ?? ownRate) : converted.rateFor(balance, halfEven) };
}
