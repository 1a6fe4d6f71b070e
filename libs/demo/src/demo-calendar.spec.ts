import { describe, expect, it } from '@jest/globals';
import { isLastOfMonth, monthly, workdayOnOrBefore, yearUpTo } from './demo-calendar.js';

describe('the calendar of the demo', () => {
  it('covers twelve months up to today', () => {
    const { first, days } = yearUpTo('2026-11-20');
    expect([first, days.length, days.at(-1)]).toEqual(['2025-11-21', 365, '2026-11-20']);
  });

  it('starts on the first of March for a leap day', () => {
    expect(yearUpTo('2028-02-29').first).toBe('2027-03-01');
  });

  it('recognizes the last day of a month', () => {
    expect(['2026-02-28', '2028-02-28', '2028-02-29', '2026-12-31'].map(isLastOfMonth)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('moves a payment on the 31st to the last day of shorter months', () => {
    expect(monthly(yearUpTo('2026-05-15'), 31).slice(-4)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it('moves weekends to the Friday before', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map(workdayOnOrBefore)).toEqual(Array(3).fill('2026-11-20'));
  });
});
