import { describe, expect, it } from '@jest/globals';
import { isLastOfMonth, monthly, workdayOnOrBefore, yearUpTo } from './demo-calendar.js';

describe('demo calendar', () => {
  it('covers the twelve months up to today', () => {
    const { first, days } = yearUpTo('2026-11-20');
    expect([first, days.length, days.at(-1)]).toEqual(['2025-11-21', 365, '2026-11-20']);
  });

  it('starts on 1 March of the previous year if today is 29 February', () => {
    expect(yearUpTo('2028-02-29').first).toBe('2027-03-01');
  });

  it('detects the last day of a month', () => {
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

  it('moves weekend dates to the previous Friday', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map(workdayOnOrBefore)).toEqual(Array(3).fill('2026-11-20'));
  });
});
