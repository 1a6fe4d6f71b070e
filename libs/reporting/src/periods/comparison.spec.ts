import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, dayAt, dayNumber } from '@app/kernel/pure';
import { comparedPeriod } from './comparison.js';

const SEED = 20261123;

describe('the previous period', () => {
  it.each([
    ['2026-04-10', '2026-04-12', '2026-04-07', '2026-04-09'],
    ['2026-04-01', '2026-04-30', '2026-03-01', '2026-03-31'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-06-30', '2025-07-01', '2025-12-31'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['2027-02-01', '2027-02-27', '2027-01-05', '2027-01-31'],
    ['2026-03-31', '2026-03-31', '2026-03-30', '2026-03-30'],
  ])('the previous period of %s to %s is %s to %s', (start, end, from, to) => {
    expect(comparedPeriod({ start, end }, 'previous')).toEqual({ start: from, end: to });
  });

  it(`the previous period ends the day before and has the same number of days or months (seed ${SEED})`, () => {
    const first = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') });
    fc.assert(
      fc.property(first, fc.nat(7_300), (at, length) => {
        const period = { start: dayAt(at), end: dayAt(at + length) };
        const before = comparedPeriod(period, 'previous')!;
        expect(addDays(before.end, 1)).toBe(period.start);
        const isWhole = period.start.endsWith('-01') && addDays(period.end, 1).endsWith('-01');
        if (isWhole) expect(before.start).toMatch(/-01$/);
        else expect(dayNumber(before.end) - dayNumber(before.start)).toBe(length);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe('the period one year earlier', () => {
  it.each([
    ['2026-04-10', '2026-04-12', '2025-04-10', '2025-04-12'],
    ['2028-02-01', '2028-02-29', '2027-02-01', '2027-02-28'],
    ['2028-02-29', '2028-02-29', '2027-02-28', '2027-02-28'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-28'],
    ['2025-01-01', '2026-12-31', '2024-01-01', '2025-12-31'],
  ])('the period one year before %s to %s is %s to %s', (start, end, from, to) => {
    expect(comparedPeriod({ start, end }, 'year')).toEqual({ start: from, end: to });
  });
});

it('returns no compared period if the comparison is `none`', () => {
  expect(comparedPeriod({ start: '2026-04-01', end: '2026-04-30' }, 'none')).toBeNull();
});
