import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayAt, dayNumber, Money } from '@app/kernel/pure';
import { sized } from '../../../../test/e2e/support/long-form.js';
import { cycleAt, REPEATS } from './cycle.js';
import type { Schedule } from './cycle.js';
import { amountOn, plannedBetween } from './planned-amount.js';

const SEED = 20261126;
const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const monthly: Schedule = { repeat: 'month', startDate: '2026-01-01', repeatUntil: null };
const raised = [
  { since: '2026-01-01', amount: pesos(100_00n) },
  { since: '2026-04-01', amount: pesos(250_00n) },
];

describe('the amount of a budget', () => {
  it('an amount applies from the cycle in which it was set, and earlier cycles keep their amount', () => {
    expect(['2026-01-01', '2026-03-01', '2026-04-01', '2030-01-01'].map((day) => amountOn(raised, day).minor)).toEqual([
      100_00n,
      100_00n,
      250_00n,
      250_00n,
    ]);
  });

  it('the first cycle uses the oldest amount, even if that amount is dated later', () => {
    expect(amountOn([{ since: '2026-06-01', amount: pesos(7n) }], '2026-01-01').minor).toBe(7n);
  });

  it('multiplies each amount by the number of cycles to which it applies', () => {
    expect(plannedBetween(monthly, raised, '2026-01-01', '2026-06-01').minor).toBe(800_00n);
    expect(plannedBetween(monthly, raised, '2026-03-01', '2026-05-01').minor).toBe(350_00n);
    expect(plannedBetween(monthly, raised, '2026-05-01', '2026-05-01').minor).toBe(0n);
  });

  it(`plannedBetween equals the sum of the planned amounts of all cycles (seed ${SEED})`, () => {
    const draw = fc.record({
      repeat: fc.constantFrom(...REPEATS),
      start: fc.integer({ min: dayNumber('2019-01-01'), max: dayNumber('2024-12-31') }),
      steps: fc.array(fc.record({ index: fc.nat(30), amount: fc.bigInt({ min: 1n, max: 10n ** 15n }) }), {
        maxLength: 5,
      }),
      from: fc.nat(30),
      length: fc.nat(40),
      until: fc.option(fc.nat(1000), { nil: null }),
    });
    fc.assert(
      fc.property(draw, ({ repeat, start, steps, from, length, until }) => {
        const of = { repeat, startDate: dayAt(start), repeatUntil: until === null ? null : dayAt(start + until) };
        const begins = (index: number) => cycleAt(of, index).start;
        const changes = new Map(steps.map(({ index, amount }) => [begins(index), amount]));
        const amounts = [...new Map([[of.startDate, 5n], ...changes])]
          .map(([since, amount]) => ({ since, amount: pesos(amount) }))
          .sort((a, b) => (a.since < b.since ? -1 : 1));
        const [first, last] = [begins(from), begins(from + length)];
        let sum = 0n;
        for (let index = 0; index < from + length; index += 1) {
          const exists = repeat === 'once' ? index === 0 : of.repeatUntil === null || begins(index) <= of.repeatUntil;
          if (exists && begins(index) >= first && begins(index) < last) sum += amountOn(amounts, begins(index)).minor;
        }
        expect(plannedBetween(of, amounts, first, last).minor).toBe(sum);
      }),
      { seed: SEED, numRuns: sized(200, 800) },
    );
  });
});
