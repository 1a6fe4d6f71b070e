import { describe, expect, it } from '@jest/globals';
import { dayAt, dayNumber, weekday, yearBefore } from './day-number.js';

const MS_PER_DAY = 86_400_000;

describe('the count of days', () => {
  it('begins with 1970-01-01 and knows leap years', () => {
    expect(['1969-12-31', '1970-01-01', '1970-03-01', '2000-02-29', '2026-11-20'].map(dayNumber)).toEqual([
      -1, 0, 59, 11_016, 20_777,
    ]);
  });

  it('goes through every day of three centuries, one after the other, and back', () => {
    const wrong = [];
    for (let number = dayNumber('1900-01-01'); number <= dayNumber('2200-12-31'); number += 1) {
      const day = new Date(number * MS_PER_DAY).toISOString().slice(0, 10);
      const inWeek = new Date(number * MS_PER_DAY).getUTCDay() || 7;
      if (dayAt(number) !== day || dayNumber(day) !== number || weekday(day) !== inWeek) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the day of the week', () => {
  it('is 1 on Mondays and 7 on Sundays, long ago too', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22', '1900-01-01', '1969-12-28'].map(weekday)).toEqual([
      1, 5, 7, 1, 7,
    ]);
  });
});

describe('a year before a day', () => {
  it('is the same date, or the 28th of February', () => {
    expect(['2026-11-20', '2028-02-29', '2029-02-28'].map(yearBefore)).toEqual([
      '2025-11-20',
      '2027-02-28',
      '2028-02-28',
    ]);
  });
});
