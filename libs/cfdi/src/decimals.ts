import type { Decimal } from './cfdi.js';

/** Maximum number of decimals in a CFDI: `EquivalenciaDR` has ten. */
const SCALE = 10;

/** Returns the exact sum of decimals, in units of 10^-10. */
export function sumOf(amounts: readonly (Decimal | null)[]): bigint {
  return amounts.reduce((sum, amount) => sum + (amount === null ? 0n : unitsOf(amount)), 0n);
}

export function unitsOf(decimal: Decimal): bigint {
  const point = decimal.indexOf('.');
  if (point < 0) return BigInt(decimal) * 10n ** BigInt(SCALE);
  const digits = decimal.slice(0, point) + decimal.slice(point + 1);
  return BigInt(digits) * 10n ** BigInt(SCALE - (decimal.length - point - 1));
}

/** Formats units with at least two decimals. */
export function decimalOf(units: bigint): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  const decimals = digits.slice(-SCALE).replace(/0{1,8}$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${decimals}`;
}

/** True if two amounts differ by less than a cent. Lines may have more decimals than their totals. */
export function agreeToTheCent(first: bigint, second: bigint): boolean {
  const difference = first - second;
  return -CENT < difference && difference < CENT;
}

const CENT = 10n ** BigInt(SCALE - 2);
