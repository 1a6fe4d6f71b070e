import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayOf, isDay, isRealDay } from './day.js';

describe('a day in text', () => {
  it.each(['1900-01-01', '2200-12-31', '2024-02-29', '2000-02-29', '2026-11-20', '2026-04-30'])(
    'accepts the day %s',
    (text) => {
      expect(isDay(text)).toBe(true);
    },
  );

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
  ])('rejects the day %j', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([null, undefined, 20260101, {}, ['2026-01-01']])('rejects the non-string %p as a day', (value) => {
    expect(isDay(value)).toBe(false);
  });

  it('accepts the same days as the JavaScript Date class', () => {
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

  it('formats a year, month and day as a valid day', () => {
    expect(dayOf(2026, 3, 7)).toBe('2026-03-07');
    expect(isDay(dayOf(1900, 12, 31))).toBe(true);
  });
});
