/** Pattern of an amount in the API: up to 13 integer digits and at most two decimals, without a plus sign. */
export const AMOUNT_PATTERN = /^-?\d{1,13}(\.\d{1,2})?$/;

/** Largest amount in minor units: 13 integer digits and two decimals. */
export const MAX_AMOUNT = 999_999_999_999_999n;

export function isAmount(text: unknown): text is string {
  return typeof text === 'string' && AMOUNT_PATTERN.test(text);
}

/**
 * Parses an amount into minor units (hundredths): `"-25.5"` is `-2550n`. In this service every currency has two
 * decimals, even JPY.
 * @throws RangeError if the text is not an amount; callers validate first
 */
export function parseAmount(text: string): bigint {
  if (!AMOUNT_PATTERN.test(text)) throw new RangeError(`not an amount: ${text}`);
  const negative = text.startsWith('-');
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const minor = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  return negative ? -minor : minor;
}

export function formatAmount(minor: bigint): string {
  return formatScaled(minor, 2);
}

/** Formats a scaled integer: `formatScaled(-5n, 2)` is `"-0.05"`. */
export function formatScaled(value: bigint, scale: number): string {
  return scaledText(value.toString(), scale);
}

/** Formats a scaled integer that PostgreSQL returned as text: `scaledText("-5", 2)` is `"-0.05"`. */
export function scaledText(value: string, scale: number): string {
  const negative = value.startsWith('-');
  const digits = (negative ? value.slice(1) : value).padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/**
 * Normalizes a decimal with up to eight decimals. The result has at least two decimals, no other leading or trailing
 * zeros, and no minus sign for zero. `canonicalDecimal('-07.5000')` is `"-7.50"`.
 */
export function canonicalDecimal(text: string): string {
  const [whole = '0', decimals = ''] = text.split('.');
  return formatScaled(BigInt(whole + decimals.padEnd(8, '0')), 8).replace(/(\.\d\d\d*?)0+$/, '$1');
}
