import { formatScaled } from './amount.js';

/** How a rate is written on the wire: up to ten integer digits and eight decimals, never signed. */
export const RATE_PATTERN = /^\d{1,10}(\.\d{1,8})?$/;

/** Rates are integers at 10^-8. */
export const RATE_SCALE = 100_000_000n;

/** Whether the text is a positive rate as clients may send it. Source: contract section 1, "rates". */
export function isRate(text: unknown): text is string {
  return typeof text === 'string' && RATE_PATTERN.test(text) && parseRate(text) > 0n;
}

/**
 * A written rate at 10^-8: `"18.4123"` is `1841230000n`.
 *
 * @throws RangeError when the text is not a rate; callers validate first.
 */
export function parseRate(text: string): bigint {
  if (!RATE_PATTERN.test(text)) throw new RangeError(`not a rate: ${text}`);
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * RATE_SCALE + BigInt(decimals.padEnd(8, '0'));
}

/** The written form of a rate, always with eight decimals: `1841230000n` is `"18.41230000"`. */
export function formatRate(rate: bigint): string {
  return formatScaled(rate, 8);
}
