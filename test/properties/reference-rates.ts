export const SCALE = 10n ** 8n;
/** Sources of rates. The first source has the highest priority. */
export const SOURCES = ['own', 'banxico', 'ecb', 'file'];

export interface Rate {
  readonly quote: string;
  readonly base: string;
  readonly day: string;
  readonly source: string;
  readonly rate: bigint;
}

export interface Found {
  readonly rate: bigint;
  readonly asOf: string;
}

export function halfEven(dividend: bigint, divisor: bigint): bigint {
  const [quotient, rest] = [dividend / divisor, dividend % divisor];
  if (rest * 2n < divisor) return quotient;
  if (rest * 2n > divisor) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}

/**
 * Returns the latest rate of a pair or the inverse of the latest opposite rate. Among rates with the same date, rates
 * of the workspace precede rates of feeds, a direct rate precedes an inverse rate, and earlier feeds precede later
 * ones.
 */
export function pairRate(rates: readonly Rate[], quote: string, base: string, day: string): Found | null {
  const isPair = (rate: Rate) => rate.quote === quote && rate.base === base;
  const isInverse = (rate: Rate) => rate.quote === base && rate.base === quote;
  const precedence = (rate: Rate) => [rate.source !== 'own', !isPair(rate), SOURCES.indexOf(rate.source)].map(Number);
  const [best] = rates
    .filter((rate) => (isPair(rate) || isInverse(rate)) && rate.day <= day)
    .sort((a, b) => {
      if (a.day !== b.day) return a.day < b.day ? 1 : -1;
      const [left, right] = [precedence(a), precedence(b)];
      return left.map((rank, at) => rank - right[at]!).find((difference) => difference !== 0) ?? 0;
    });
  if (best === undefined) return null;
  return { rate: isPair(best) ? best.rate : halfEven(SCALE * SCALE, best.rate), asOf: best.day };
}

/** Returns the value of one unit of `quote` in `base` on a day. A cross rate goes through one other currency. */
export function rateOn(rates: readonly Rate[], quote: string, base: string, day: string): Found | null {
  if (quote === base) return { rate: SCALE, asOf: day };
  const pair = pairRate(rates, quote, base, day);
  if (pair) return pair;
  const crosses = [...new Set(rates.flatMap((rate) => [rate.quote, rate.base]))].flatMap((via) => {
    const [near, far] = [
      via === quote || via === base ? null : pairRate(rates, quote, via, day),
      pairRate(rates, via, base, day),
    ];
    return near && far
      ? [{ via, rate: halfEven(near.rate * far.rate, SCALE), asOf: near.asOf < far.asOf ? near.asOf : far.asOf }]
      : [];
  });
  crosses.sort((a, b) => (a.asOf === b.asOf ? (a.via < b.via ? -1 : 1) : a.asOf < b.asOf ? 1 : -1));
  return crosses[0] ? { rate: crosses[0].rate, asOf: crosses[0].asOf } : null;
}
