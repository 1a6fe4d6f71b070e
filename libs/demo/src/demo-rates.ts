import type { DatedRate } from '@app/fx';
import { dayAt, dayNumber } from '@app/kernel/pure';
import { isWeekend } from './demo-calendar.js';
import type { DemoYear } from './demo-calendar.js';
import { drawAmount } from './demo-draw.js';

/** Number of days with rates before the first transaction, so that net worth has two years of history. */
const LEAD_DAYS = 366;

/** Parameters in ten-thousandths of a peso, the precision of the official rate. */
const SERIES = [
  { quote: 'USD', level: 183_500n, swing: 4_200n, noise: 250n },
  { quote: 'EUR', level: 209_000n, swing: 5_100n, noise: 300n },
];

/** Generates fictitious weekday rates in pesos, scaled by 10^8: a level plus two slow waves and noise. */
export function demoRates({ first, today }: DemoYear): DatedRate[] {
  const rates: DatedRate[] = [];
  for (let number = dayNumber(first) - LEAD_DAYS; number <= dayNumber(today); number += 1) {
    const day = dayAt(number);
    if (isWeekend(day)) continue;
    for (const { quote, level, swing, noise } of SERIES) {
      const slow = wave(number, 173, swing) + wave(number + 40, 61, swing / 3n);
      const rate = level + slow + drawAmount(`${quote} ${day}`, -noise, noise);
      rates.push({ day, quote, base: 'MXN', rate: rate * 10_000n });
    }
  }
  return rates;
}

export function demoRate(rates: readonly DatedRate[], quote: string, on: string): bigint {
  return rates.findLast(({ day, quote: currency }) => currency === quote && day <= on)!.rate;
}

/**
 * Returns a triangle wave from -height to height. Computes with integers, so that the result is the same everywhere.
 */
function wave(number: number, period: number, height: bigint): bigint {
  const at = BigInt(number % period) * 4n;
  const length = BigInt(period);
  const fromPeak = at < 2n * length ? at - length : 3n * length - at;
  return (height * fromPeak) / length;
}
