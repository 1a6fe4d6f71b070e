import {
  add,
  calculator,
  compare,
  dinero,
  isNegative,
  isPositive,
  isZero,
  multiply,
  subtract,
  toSnapshot,
  transformScale,
} from 'dinero.js/bigint';
import type { Dinero, DineroDivideOperation } from 'dinero.js/bigint';
import { formatAmount, parseAmount } from './amount.js';
import { RATE_SCALE } from './rate.js';

/** Rounding mode of a division. Conversions and rates use `halfEven`; equal parts of an amount use `down`. */
export type Rounding = DineroDivideOperation;
export { down, halfEven } from 'dinero.js/bigint';

/** Number of decimals of every currency, including JPY, regardless of ISO 4217. */
const DECIMALS = 2n;
const RATE_DECIMALS = 8n;

/**
 * An amount of money in a currency, exact to the hundredth. Operations with two currencies throw.
 * `Money.parse('1234.56', 'USD').convert(parseRate('17.12345678'), 'MXN', halfEven)` is 21139.93 MXN.
 */
export class Money {
  private constructor(private readonly value: Dinero<bigint>) {}

  static ofMinor(minor: bigint, currency: string): Money {
    return new Money(scaled(minor, currency, DECIMALS));
  }

  /**
   * Parses an amount without rounding: `Money.parse('-25.5', 'MXN')`.
   * @throws RangeError if the text is not an amount; callers validate first
   */
  static parse(text: string, currency: string): Money {
    return Money.ofMinor(parseAmount(text), currency);
  }

  static zero(currency: string): Money {
    return Money.ofMinor(0n, currency);
  }

  static sum(amounts: Iterable<Money>, currency: string): Money {
    let total = Money.zero(currency);
    for (const amount of amounts) total = total.add(amount);
    return total;
  }

  get currency(): string {
    return toSnapshot(this.value).currency.code;
  }

  get minor(): bigint {
    return toSnapshot(this.value).amount;
  }

  get isZero(): boolean {
    return isZero(this.value);
  }

  get isNegative(): boolean {
    return isNegative(this.value);
  }

  get isPositive(): boolean {
    return isPositive(this.value);
  }

  add(other: Money): Money {
    return new Money(add(this.value, other.value));
  }

  subtract(other: Money): Money {
    return new Money(subtract(this.value, other.value));
  }

  negate(): Money {
    return this.times(-1n);
  }

  times(count: bigint): Money {
    return new Money(multiply(this.value, count));
  }

  /**
   * Divides the amount into `of` equal parts and returns the sum of `parts` of them, rounded once to hundredths. One of
   * three parts of 1.00 is 0.33 if rounded down.
   */
  portion(parts: number, of: number, rounding: Rounding): Money {
    return Money.ofMinor(rounding(this.minor * BigInt(parts), BigInt(of), calculator), this.currency);
  }

  abs(): Money {
    return this.isNegative ? this.negate() : this;
  }

  /** @throws Error if the currencies differ */
  compare(other: Money): number {
    return compare(this.value, other.value);
  }

  min(other: Money): Money {
    return this.compare(other) < 0 ? this : other;
  }

  max(other: Money): Money {
    return this.compare(other) > 0 ? this : other;
  }

  equals(other: Money): boolean {
    return this.currency === other.currency && this.minor === other.minor;
  }

  /**
   * Converts the amount to another currency, rounded once to hundredths.
   * @param rate value of one unit of this currency in the target currency, scaled by 10^8
   */
  convert(rate: bigint, currency: string, rounding: Rounding): Money {
    const exact = scaled(this.minor * rate, currency, DECIMALS + RATE_DECIMALS);
    return new Money(transformScale(exact, DECIMALS, rounding));
  }

  /**
   * Converts the amount with the inverse of a rate, rounded once to hundredths.
   * @param rate value of one unit of the target currency in this currency, scaled by 10^8; positive
   */
  convertBack(rate: bigint, currency: string, rounding: Rounding): Money {
    return Money.ofMinor(rounding(this.minor * RATE_SCALE, rate, calculator), currency);
  }

  /**
   * Returns the rate at which `quote` is worth this amount, scaled by 10^8: the rate of 1850.00 MXN for 100.00 USD is
   * 18.5.
   * @param quote not zero
   */
  rateFor(quote: Money, rounding: Rounding): bigint {
    const sign = quote.isNegative ? -1n : 1n;
    return rounding(sign * this.minor * RATE_SCALE, sign * quote.minor, calculator);
  }

  toString(): string {
    return formatAmount(this.minor);
  }

  /** Serializes the amount as a decimal string, never as a number. */
  toJSON(): string {
    return this.toString();
  }
}

function scaled(amount: bigint, code: string, scale: bigint): Dinero<bigint> {
  return dinero({ amount, currency: { code, base: 10n, exponent: DECIMALS }, scale });
}
