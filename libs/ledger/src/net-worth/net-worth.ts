import { halfEven, Money, RATE_SCALE } from '@app/kernel/pure';

/** An account as net worth sees it. */
export interface HeldAccount {
  readonly id: string;
  /** What the owner has in it: negative where money is owed. */
  readonly position: Money;
  /** The account's own rate at 10^-8; null where it converts at the market's. */
  readonly fixedRate: bigint | null;
}

/** What one unit of a currency is worth in the base currency at 10^-8, and the date of that rate. */
export interface MarketRate {
  readonly rate: bigint;
  readonly asOf: string;
}

/** Everything in one currency: the balance net of liabilities, what it is worth, and at which rate. */
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
 * What accounts are worth together in the base currency. Each account's balance is converted by itself, half-even, and
 * the rounded amounts are added, so that the shares sum to the whole to the cent. An account without a rate is listed
 * among the unconverted and counts nowhere else.
 * Source: contract section 8.
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
    .map(([currency, held]) => shareOf(held, currency, base, rates.get(currency)?.rate));
  const atMarketRate = converted.filter(({ fixedRate }) => fixedRate === null);
  const worth = byCurrency.map((share) => share.converted);
  return {
    netWorth: Money.sum(worth, base),
    ratesAsOf: [today, ...atMarketRate.map(({ position }) => rates.get(position.currency)!.asOf)].sort()[0]!,
    byCurrency,
    unconverted: accounts.filter((account) => !isConverted(account)).map(({ id }) => id),
  };
}

/** The rate of a share is the market's; with accounts that have their own rate, it is what the share came to on average. */
function shareOf(held: readonly HeldAccount[], currency: string, base: string, market?: bigint): CurrencyShare {
  const worth = held.map(({ position, fixedRate }) => position.convert(fixedRate ?? market!, base, halfEven));
  const [converted, balance] = [
    Money.sum(worth, base),
    Money.sum(
      held.map(({ position }) => position),
      currency,
    ),
  ];
  const ownRate = held.findLast(({ fixedRate }) => fixedRate !== null)?.fixedRate;
  if (ownRate == null) return { balance, converted, rate: market! };
  return { balance, converted, rate: balance.isZero ? (market ?? ownRate) : converted.rateFor(balance, halfEven) };
}
