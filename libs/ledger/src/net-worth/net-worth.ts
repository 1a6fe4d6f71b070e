import { convert, divideHalfEven, RATE_SCALE } from '@app/kernel';

/** An account as net worth sees it. The position is in minor units, negative where money is owed. */
export interface HeldAccount {
  readonly id: string;
  readonly currency: string;
  readonly position: bigint;
  /** The account's own rate at 10^-8; null where it converts at the market's. */
  readonly fixedRate: bigint | null;
}

/** What one unit of a currency is worth in the base currency, and the date that this is from. */
export interface MarketRate {
  readonly rate: bigint;
  readonly asOf: string;
}

/** Everything in one currency: the balance net of liabilities, what it is worth, and at which rate. */
export interface CurrencyShare {
  readonly currency: string;
  readonly balance: bigint;
  readonly rate: bigint;
  readonly converted: bigint;
}

export interface NetWorth {
  readonly netWorth: bigint;
  readonly currency: string;
  readonly ratesAsOf: string;
  readonly byCurrency: readonly CurrencyShare[];
  readonly unconverted: readonly string[];
}

/**
 * What accounts are worth together in the base currency. Each account's balance is converted by itself, half-even, and
 * the rounded amounts are added, so that the shares sum to the whole to the cent. An account without a rate counts
 * nowhere but among the unconverted.
 * Source: contract section 8.
 */
export function netWorthOf(
  accounts: readonly HeldAccount[],
  base: string,
  market: ReadonlyMap<string, MarketRate>,
  today: string,
): NetWorth {
  const unconverted: string[] = [];
  const asOf: string[] = [];
  const shares = new Map<string, { balance: bigint; converted: bigint; ownRate: bigint | null }>();
  for (const { id, currency, position, fixedRate } of accounts) {
    const dated = currency === base ? undefined : market.get(currency);
    const rate = fixedRate ?? (currency === base ? RATE_SCALE : dated?.rate);
    if (rate === undefined) {
      unconverted.push(id);
      continue;
    }
    if (fixedRate === null && dated) asOf.push(dated.asOf);
    const share = shares.get(currency) ?? { balance: 0n, converted: 0n, ownRate: null };
    shares.set(currency, {
      balance: share.balance + position,
      converted: share.converted + convert(position, rate, base),
      ownRate: fixedRate ?? share.ownRate,
    });
  }
  const byCurrency = [...shares]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { balance, converted, ownRate }]) => {
      const shown = currency === base ? RATE_SCALE : market.get(currency)?.rate;
      return { currency, balance, converted, rate: shareRate(balance, converted, ownRate, shown) };
    });
  return {
    netWorth: byCurrency.reduce((total, { converted }) => total + converted, 0n),
    currency: base,
    ratesAsOf: asOf.sort()[0] ?? today,
    byCurrency,
    unconverted,
  };
}

/** The market's rate; where an account with a rate of its own takes part, what the share came to on average. */
function shareRate(balance: bigint, converted: bigint, ownRate: bigint | null, market: bigint | undefined): bigint {
  if (ownRate === null) return market!;
  if (balance === 0n) return market ?? ownRate;
  const sign = balance < 0n ? -1n : 1n;
  return divideHalfEven(sign * converted * RATE_SCALE, sign * balance);
}
