import { dinero, halfEven, transformScale, toSnapshot } from 'dinero.js/bigint';
import type { DineroCurrency } from 'dinero.js/bigint';

const RATE_DECIMALS = 8n;

/** Every currency is kept with two decimals (contract section 1), whatever ISO 4217 says of its minor unit. */
function twoDecimals(code: string): DineroCurrency<bigint> {
  return { code, base: 10n, exponent: 2n };
}

/**
 * An amount in another currency: minor units times a rate at 10^-8, rounded half-even to hundredths, once.
 *
 * `convert(123456n, 1712345678n, 'MXN')` (1234.56 USD at 17.12345678) is `2113993n`.
 * Source: contract section 1, "rounding".
 */
export function convert(minor: bigint, rate: bigint, into: string): bigint {
  const exact = dinero({ amount: minor * rate, currency: twoDecimals(into), scale: 2n + RATE_DECIMALS });
  return toSnapshot(transformScale(exact, 2n, halfEven)).amount;
}

/** The quotient of integers, rounded half-even: ties go to the even neighbour. The divisor is positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = magnitude / divisor;
  const twiceRest = 2n * (magnitude % divisor);
  const up = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return dividend < 0n ? -rounded : rounded;
}
