import { calculator, halfEven } from 'dinero.js/bigint';
import { formatScaled } from './amount.js';

/** Pattern of an unsigned rate in the API: up to ten integer digits and eight decimals. */
export const RATE_PATTERN = /^\d{1,10}(\.\d{1,8})?$/;

export const RATE_SCALE = 100_000_000n;

export function isRate(text: unknown): text is string {
  return typeof text === 'string' && RATE_PATTERN.test(text) && parseRate(text) > 0n;
}

/**
 * Parses a rate and scales it by 10^8: `"18.4123"` is `1841230000n`.
 * @throws RangeError if the text is not a rate; callers validate first
 */
export function parseRate(text: string): bigint {
  if (!RATE_PATTERN.test(text)) throw new RangeError(`not a rate: ${text}`);
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * RATE_SCALE + BigInt(decimals.padEnd(8, '0'));
}

export function formatRate(rate: bigint): string {
  return formatScaled(rate, 8);
}

/**
 * Converts an amount in hundredths, rounded half to even. Returns the same as `Money.convert` with `halfEven`, without
 * creating objects, for loops over many amounts.
 * @param rate scaled by 10^8
 */
export function convertMinor(minor: bigint, rate: bigint): bigint {
  return rate === RATE_SCALE ? minor : halfEven(minor * rate, RATE_SCALE, calculator);
}
