import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, addMonths, dayAt, dayNumber, dayOf, firstOfMonth, isDay, isRealDay, monthsBetween } from './day.js';

describe('a day', () => {
  it.each(['1900-01-01', '2200-12-31', '2024-02-29', '2000-02-29', '2026-11-20', '2026-04-30'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    '1899-12-31',
    '2201-01-01',
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '20260101',
    '',
    '٢٠٢٦-01-01',
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([null, undefined, 20260101, {}, ['2026-01-01']])('nor is a value that is no text: %p', (value) => {
    expect(isDay(value)).toBe(false);
  });

  it('is real exactly where the calendar of JavaScript has it too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1890, max: 2210 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const given = Date.UTC(year, month - 1, day);
          const [y, m, d] = [
            new Date(given).getUTCFullYear(),
            new Date(given).getUTCMonth() + 1,
            new Date(given).getUTCDate(),
          ];
          expect(isRealDay(year, month, day)).toBe(
            year >= 1900 && year <= 2200 && y === year && m === month && d === day,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('written from its numbers is a day', () => {
    expect(dayOf(2026, 3, 7)).toBe('2026-03-07');
    expect(isDay(dayOf(1900, 12, 31))).toBe(true);
  });
});

describe('reckoning with days', () => {
  const numbers = fc.integer({ min: -25_567, max: 84_370 });

  it('counts days as the proleptic Gregorian calendar does', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
        expect([dayAt(number), dayNumber(day)]).toEqual([day, number]);
      }),
    );
  });

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
  ])('%s and %s months are %s: a month that is too short gives its last day', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
    expect(monthsBetween(day, later)).toBe(months);
  });

  it('days are added across months, years and leap days', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-02-28',
    ]);
    expect(firstOfMonth('2026-03-31')).toBe('2026-03-01');
  });
});
