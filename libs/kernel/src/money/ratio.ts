import { calculator, halfEven } from 'dinero.js/bigint';
import { formatScaled } from './amount.js';
import type { Money } from './money.js';

const DECIMALS = 4;
const SCALE = 10_000n;

/**
 * Returns the ratio of `part` to `whole`, rounded half to even to four decimals: 1.00 to 3.00 is `"0.3333"`. Returns
 * null if `whole` is zero.
 * @throws Error if the currencies differ
 */
export function ratioText(part: Money, whole: Money): string | null {
  if (part.currency !== whole.currency) throw new Error('A ratio is between amounts of the same currency.');
  if (whole.isZero) return null;
  const sign = whole.isNegative ? -1n : 1n;
  return formatScaled(halfEven(sign * part.minor * SCALE, sign * whole.minor, calculator), DECIMALS);
}
