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

/** How a division that leaves a rest is rounded. Amounts and rates of the contract are rounded `halfEven`. */
export type Rounding = DineroDivideOperation;
export { down, halfEven } from 'dinero.js/bigint';

/** Every currency is kept with two decimals, JPY too, whatever ISO 4217 says of it. Source: contract section 1, "amounts". */
const DECIMALS = 2n;
const RATE_DECIMALS = 8n;

/**
 * An amount of money in a currency, exact to the hundredth. Operations on two amounts throw where their currencies differ,
 * and what has to be rounded asks how.
 *
 * `Money.parse('1234.56', 'USD').convert(parseRate('17.12345678'), 'MXN', halfEven)` is 21139.93 MXN.
 */
export class Money {
  private constructor(private readonly value: Dinero<bigint>) {}

  /** So many hundredths, as SQL rows keep them: `Money.ofMinor(-2550n, 'MXN')` is -25.50 pesos. */
  static ofMinor(minor: bigint, currency: string): Money {
    return new Money(scaled(minor, currency, DECIMALS));
  }

  /**
   * An amount as clients write it: `Money.parse('-25.5', 'MXN')`. Nothing is rounded.
   * @throws RangeError when the text is not an amount; callers validate first.
   */
  static parse(text: string, currency: string): Money {
    return Money.ofMinor(parseAmount(text), currency);
  }

  /** Nothing, in a currency. */
  static zero(currency: string): Money {
    return Money.ofMinor(0n, currency);
  }

  /**
   * All amounts together; zero where there are none.
   * @throws Error when one of them is in another currency
   */
  static sum(amounts: Iterable<Money>, currency: string): Money {
    let total = Money.zero(currency);
    for (const amount of amounts) total = total.add(amount);
    return total;
  }

  get currency(): string {
    return toSnapshot(this.value).currency.code;
  }

  /** The amount in hundredths, for a SQL row. */
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

  /** @throws Error when the other amount is in another currency */
  add(other: Money): Money {
    return new Money(add(this.value, other.value));
  }

  /** @throws Error when the other amount is in another currency */
  subtract(other: Money): Money {
    return new Money(subtract(this.value, other.value));
  }

  negate(): Money {
    return this.times(-1n);
  }

  /** The amount so many times. */
  times(count: bigint): Money {
    return new Money(multiply(this.value, count));
  }

  /** So many of equal parts of the amount, rounded once to hundredths: one of three of 1.00, rounded down, is 0.33. */
  portion(parts: number, of: number, rounding: Rounding): Money {
    return Money.ofMinor(rounding(this.minor * BigInt(parts), BigInt(of), calculator), this.currency);
  }

  /** The amount without its sign. */
  abs(): Money {
    return this.isNegative ? this.negate() : this;
  }

  /**
   * Negative where this amount is the smaller one, positive where it is the larger one, else 0: the order of a sort.
   * @throws Error when the other amount is in another currency
   */
  compare(other: Money): number {
    return compare(this.value, other.value);
  }

  /** The smaller of both. @throws Error when the other amount is in another currency */
  min(other: Money): Money {
    return this.compare(other) < 0 ? this : other;
  }

  /** The larger of both. @throws Error when the other amount is in another currency */
  max(other: Money): Money {
    return this.compare(other) > 0 ? this : other;
  }

  /** Whether both are the same amount of the same currency. */
  equals(other: Money): boolean {
    return this.currency === other.currency && this.minor === other.minor;
  }

  /**
   * What the amount is worth in another currency, rounded once to hundredths.
   * @param rate what one unit of this currency is worth in the other one, at 10^-8
   * Source: contract section 1, "rounding".
   */
  convert(rate: bigint, currency: string, rounding: Rounding): Money {
    const exact = scaled(this.minor * rate, currency, DECIMALS + RATE_DECIMALS);
    return new Money(transformScale(exact, DECIMALS, rounding));
  }

  /**
   * The amount of another currency that is worth this one, rounded once to hundredths: the way back of `convert`.
   * @param rate what one unit of the other currency is worth in this one, at 10^-8; positive
   */
  convertBack(rate: bigint, currency: string, rounding: Rounding): Money {
    return Money.ofMinor(rounding(this.minor * RATE_SCALE, rate, calculator), currency);
  }

  /**
   * The rate at which an amount of another currency is worth this one, at 10^-8: the rate of 1850.00 MXN for 100.00 USD
   * is 18.5.
   * @param quote not zero
   */
  rateFor(quote: Money, rounding: Rounding): bigint {
    const sign = quote.isNegative ? -1n : 1n;
    return rounding(sign * this.minor * RATE_SCALE, sign * quote.minor, calculator);
  }

  /** The written form, always with two decimals and without the currency: `"-25.50"`. */
  toString(): string {
    return formatAmount(this.minor);
  }

  /** In JSON money is its written form, never a number. */
  toJSON(): string {
    return this.toString();
  }
}

function scaled(amount: bigint, code: string, scale: bigint): Dinero<bigint> {
  return dinero({ amount, currency: { code, base: 10n, exponent: DECIMALS }, scale });
}
