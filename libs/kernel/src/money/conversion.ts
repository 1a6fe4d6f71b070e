import { calculator } from 'dinero.js/bigint';
import { halfEven, Money } from './money.js';

/** Minor units at a rate of 10^-8, rounded half-even. `Money.convert` takes its place. */
export function convert(minor: bigint, rate: bigint, into: string): bigint {
  return Money.ofMinor(minor, into).convert(rate, into, halfEven).minor;
}

/** The quotient of integers, rounded half-even. `Money.convertBack` and `Money.rateFor` take its place. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  return halfEven(dividend, divisor, calculator);
}
