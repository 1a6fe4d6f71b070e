import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayAt } from '@app/kernel';
import { isLastOfMonth, monthly, weekday, workdayOnOrBefore, yearUpTo } from './demo-calendar.js';

const MS_PER_DAY = 86_400_000;
const dayNumbers = fc.integer({ min: -25_567, max: 84_370 });

describe('the calendar of the demo', () => {
  it('knows the day of the week', () => {
    fc.assert(
      fc.property(dayNumbers, (number) => {
        expect(weekday(dayAt(number))).toBe(new Date(number * MS_PER_DAY).getUTCDay() || 7);
      }),
    );
  });

  it('is the twelve months that end today', () => {
    const { first, days } = yearUpTo('2026-11-20');
    expect([first, days.length, days.at(-1)]).toEqual(['2025-11-21', 365, '2026-11-20']);
  });

  it('begins on the first of March for a leap day', () => {
    expect(yearUpTo('2028-02-29').first).toBe('2027-03-01');
  });

  it('knows the last day of a month', () => {
    expect(['2026-02-28', '2028-02-28', '2028-02-29', '2026-12-31'].map(isLastOfMonth)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('puts what is due on the 31st on the last day of shorter months', () => {
    expect(monthly(yearUpTo('2026-05-15'), 31).slice(-4)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it('moves a weekend to the Friday before', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map(workdayOnOrBefore)).toEqual(Array(3).fill('2026-11-20'));
  });
});
