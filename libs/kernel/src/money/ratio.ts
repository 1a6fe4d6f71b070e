import { calculator, halfEven } from 'dinero.js/bigint';
import { formatScaled } from './amount.js';

/** How a ratio is written: four decimals. */
const DECIMALS = 4;
const SCALE = 10_000n;

/**
 * What part one amount is of another, rounded half-even to four decimals: `ratioText(100n, 300n)` is `"0.3333"`. Null where
 * the other is zero.
 */
export function ratioText(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const sign = whole < 0n ? -1n : 1n;
  return formatScaled(halfEven(sign * part * SCALE, sign * whole, calculator), DECIMALS);
}
