import { describe, expect, it } from '@jest/globals';
import { addDays, addMonths, dayAt, dayNumber, firstOfMonth, monthsBetween, weekday } from './day-number.js';

const MS_PER_DAY = 86_400_000;

describe('a day number', () => {
  it('numbers days from 1970-01-01 and counts leap days', () => {
    expect(['1969-12-31', '1970-01-01', '1970-03-01', '2000-02-29', '2026-11-20'].map(dayNumber)).toEqual([
      -1, 0, 59, 11_016, 20_777,
    ]);
  });

  it('numbers the days of three centuries in order and converts each number back', () => {
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
  it('numbers Monday as 1 and Sunday as 7, also before 1970', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22', '1900-01-01', '1969-12-28'].map(weekday)).toEqual([
      1, 5, 7, 1, 7,
    ]);
  });
});

describe('adding months to a day', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 13, '2027-02-28'],
    ['2027-01-31', 13, '2028-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-03-15', -3, '2025-12-15'],
    ['2026-12-01', 1, '2027-01-01'],
    ['2200-12-31', 1, '2201-01-31'],
  ])('%s plus %s months is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
    expect(monthsBetween(day, later)).toBe(months);
  });

  it('adds days across months, years and leap days', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-02-28',
    ]);
    expect(firstOfMonth('2026-03-31')).toBe('2026-03-01');
  });
});
