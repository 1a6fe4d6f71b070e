import { calculator, halfEven } from 'dinero.js/bigint';
import { formatScaled } from './amount.js';
import type { Money } from './money.js';

/** How a ratio is written: four decimals. */
const DECIMALS = 4;
const SCALE = 10_000n;

/**
 * What part one amount is of another, rounded half-even to four decimals: of 1.00 in 3.00 it is `"0.3333"`. Null where the other
 * is zero.
 * @throws Error when the amounts are in different currencies
 */
export function ratioText(part: Money, whole: Money): string | null {
  if (part.currency !== whole.currency) throw new Error('A ratio is between amounts of the same currency.');
  if (whole.isZero) return null;
  const sign = whole.isNegative ? -1n : 1n;
  return formatScaled(halfEven(sign * part.minor * SCALE, sign * whole.minor, calculator), DECIMALS);
}
