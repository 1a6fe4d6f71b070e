import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayAt, dayNumber } from '@app/kernel/pure';
import { sized } from '../../../../test/e2e/support/long-form.js';
import type { Cycle, Repeat, Schedule } from './cycle.js';
import { cycleAt, cycleContaining, cyclesBefore, nearestCycle, REPEATS, unfinishedCycleStart } from './cycle.js';

const SEED = 20261125;
const schedule = (repeat: Repeat, startDate: string, repeatUntil: string | null = null): Schedule => ({
  repeat,
  startDate,
  repeatUntil,
});
const span = ({ start, end }: Cycle) => `${start} ${end}`;
const first = (count: number, of: Schedule) => Array.from({ length: count }, (_, index) => span(cycleAt(of, index)));

describe('the cycles of a budget', () => {
  it('monthly cycles start on the day of the start date, or on the last day of a shorter month', () => {
    expect(first(4, schedule('month', '2026-01-31'))).toEqual([
      '2026-01-31 2026-02-27',
      '2026-02-28 2026-03-30',
      '2026-03-31 2026-04-29',
      '2026-04-30 2026-05-30',
    ]);
  });

  it('yearly cycles return to the leap day on which they started', () => {
    expect(first(5, schedule('year', '2024-02-29'))).toEqual([
      '2024-02-29 2025-02-27',
      '2025-02-28 2026-02-27',
      '2026-02-28 2027-02-27',
      '2027-02-28 2028-02-28',
      '2028-02-29 2029-02-27',
    ]);
  });

  it('weekly cycles have 7 days and two-weekly cycles have 14', () => {
    expect(first(2, schedule('week', '2026-02-26'))).toEqual(['2026-02-26 2026-03-04', '2026-03-05 2026-03-11']);
    expect(first(2, schedule('two_weeks', '2026-02-26'))).toEqual(['2026-02-26 2026-03-11', '2026-03-12 2026-03-25']);
  });

  it('`once` creates a single cycle that ends on repeatUntil or after one month', () => {
    expect(span(nearestCycle(schedule('once', '2026-03-10', '2026-08-01'), '2026-12-01'))).toBe(
      '2026-03-10 2026-08-01',
    );
    expect(span(nearestCycle(schedule('once', '2026-01-31'), '2026-12-01'))).toBe('2026-01-31 2026-02-27');
    expect(span(nearestCycle(schedule('once', '2026-03-10', '2026-03-10'), '2026-03-10'))).toBe(
      '2026-03-10 2026-03-10',
    );
  });

  it('no cycle starts after repeatUntil, and the cycle that contains it keeps its full length', () => {
    const ended = schedule('month', '2026-01-15', '2026-03-20');
    expect(cycleContaining(ended, '2026-04-14')?.start).toBe('2026-03-15');
    expect(cycleContaining(ended, '2026-04-15')).toBeNull();
    expect(nearestCycle(ended, '2030-01-01').start).toBe('2026-03-15');
    expect(cycleContaining(ended, '2026-01-14')).toBeNull();
    expect(nearestCycle(ended, '1900-01-01').start).toBe('2026-01-15');
    expect(nearestCycle(schedule('month', '2026-01-15', '2026-03-15'), '2026-12-31').start).toBe('2026-03-15');
    expect(nearestCycle(schedule('month', '2026-01-15', '2026-03-14'), '2026-12-31').start).toBe('2026-02-15');
  });

  it('finds cycles in every supported year, from 1900 to 2200', () => {
    expect(span(nearestCycle(schedule('year', '1900-01-01'), '2200-12-31'))).toBe('2200-01-01 2200-12-31');
    expect(span(nearestCycle(schedule('month', '1900-12-31'), '2200-12-31'))).toBe('2200-12-31 2201-01-30');
  });

  it('a budget change applies from the start of the first unfinished cycle', () => {
    expect(unfinishedCycleStart(schedule('month', '2026-01-31'), '2026-03-30')).toBe('2026-02-28');
    expect(unfinishedCycleStart(schedule('month', '2026-01-31'), '2025-03-30')).toBe('2026-01-31');
    expect(unfinishedCycleStart(schedule('month', '2026-01-01', '2026-02-01'), '2026-06-30')).toBe('2026-06-01');
    expect(unfinishedCycleStart(schedule('once', '2026-01-01', '2026-02-01'), '2026-02-01')).toBe('2026-01-01');
    expect(unfinishedCycleStart(schedule('once', '2026-01-01', '2026-02-01'), '2026-02-02')).toBe('2026-02-02');
  });
});

describe(`the cycles of any budget (seed ${SEED})`, () => {
  const days = (from: string, to: string) =>
    fc.integer({ min: dayNumber(from), max: dayNumber(to) }).map((number) => dayAt(number));
  const anyDay = days('1900-01-01', '2200-12-31');
  // Generates month ends and leap days more often than chance would.
  const hardDay = anyDay
    .map((day) => (dayNumber(day) % 2 === 0 ? `${day.slice(0, 8)}28` : day))
    .chain((day) => fc.constantFrom(day, dayAt(dayNumber(`${day.slice(0, 8)}28`) + (dayNumber(day) % 4))));
  const anyStart = fc.oneof(anyDay, hardDay);
  const endless = fc.record({
    repeat: fc.constantFrom(...REPEATS.filter((repeat) => repeat !== 'once')),
    startDate: anyStart,
  });
  const options = { seed: SEED, numRuns: sized(300, 1500) };

  it('budget cycles contain each day from the start date exactly once', () => {
    fc.assert(
      fc.property(endless, anyDay, ({ repeat, startDate }, day) => {
        const of = schedule(repeat, startDate);
        const cycle = cycleContaining(of, day);
        expect(cycle === null).toBe(day < startDate);
        if (cycle === null) return;
        expect(cycle).toEqual(cycleAt(of, cycle.index));
        expect(dayNumber(cycleAt(of, cycle.index + 1).start)).toBe(dayNumber(cycle.end) + 1);
        if (cycle.index > 0) expect(cycleAt(of, cycle.index - 1).end < day).toBe(true);
        expect(cycle.start <= day && day <= cycle.end).toBe(true);
      }),
      options,
    );
  });

  it('budget cycles are in order and have the length of their repeat interval', () => {
    const lengths: Record<Repeat, [number, number]> = {
      month: [28, 31],
      year: [365, 366],
      once: [28, 31],
      week: [7, 7],
      two_weeks: [14, 14],
    };
    fc.assert(
      fc.property(endless, fc.nat(400), ({ repeat, startDate }, index) => {
        const cycle = cycleAt(schedule(repeat, startDate), index);
        const length = dayNumber(cycle.end) - dayNumber(cycle.start) + 1;
        expect(length).toBeGreaterThanOrEqual(lengths[repeat][0]);
        expect(length).toBeLessThanOrEqual(lengths[repeat][1]);
        expect(cycleAt(schedule(repeat, startDate), index + 1).start > cycle.start).toBe(true);
        const [date, began] = [startDate.slice(8), cycle.start.slice(8)];
        if (repeat === 'month' || repeat === 'year') expect(began <= date).toBe(true);
      }),
      options,
    );
  });

  it('repeatUntil ends the cycles without changing earlier ones', () => {
    fc.assert(
      fc.property(endless, anyDay, anyDay, ({ repeat, startDate }, lastDay, day) => {
        const until = lastDay < startDate ? startDate : lastDay;
        const [open, closed] = [schedule(repeat, startDate), schedule(repeat, startDate, until)];
        const running = cycleContaining(open, day);
        const expected = running !== null && running.start <= until ? running : null;
        expect(cycleContaining(closed, day)).toEqual(expected);
        const nearest = day < startDate ? cycleAt(open, 0) : nearestCycle(open, day < until ? day : until);
        expect(nearestCycle(closed, day)).toEqual(expected ?? nearest);
      }),
      options,
    );
  });

  it('counts as many budget cycles as a loop over all cycles', () => {
    const near = fc.integer({ min: -40, max: 900 });
    fc.assert(
      fc.property(endless, near, fc.option(near, { nil: null }), ({ repeat, startDate }, ahead, until) => {
        const at = (days: number) => dayAt(dayNumber(startDate) + days);
        const of = schedule(repeat, startDate, until === null ? null : at(Math.max(0, until)));
        let counted = 0;
        while (
          cycleAt(of, counted).start < at(ahead) &&
          (of.repeatUntil === null || cycleAt(of, counted).start <= of.repeatUntil)
        )
          counted += 1;
        expect(cyclesBefore(of, at(ahead))).toBe(counted);
      }),
      { ...options, numRuns: sized(100, 400) },
    );
  });
});
