import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bankHolidays, bankingDayAfter, bankingDayBefore, easterSunday, isBankingDay } from './banking-days.js';
import { addDays, dayAt, dayNumber, weekday } from './day-number.js';

const SEED = 20261130;
const anyDay = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') }).map(dayAt);

/** Returns the holidays on weekdays, because the list of the banking commission (CNBV) omits weekends. */
const onWeekdays = (year: number) => bankHolidays(year).filter((day) => weekday(day) <= 5);

describe('the bank holidays of a year', () => {
  it.each([
    [2024, '01-01 02-05 03-18 03-28 03-29 05-01 09-16 10-01 11-18 12-12 12-25'],
    [2025, '01-01 02-03 03-17 04-17 04-18 05-01 09-16 11-17 12-12 12-25'],
    [2026, '01-01 02-02 03-16 04-02 04-03 05-01 09-16 11-02 11-16 12-25'],
    [2027, '01-01 02-01 03-15 03-25 03-26 09-16 11-02 11-15'],
    [2028, '02-07 03-20 04-13 04-14 05-01 11-02 11-20 12-12 12-25'],
    [2030, '01-01 02-04 03-18 04-18 04-19 05-01 09-16 10-01 11-18 12-12 12-25'],
  ])('the bank holidays of %s match the official calendar', (year, days) => {
    expect(onWeekdays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('includes 1 October in years in which the presidency changes on that day', () => {
    const handovers = Array.from({ length: 301 }, (_, at) => 1900 + at).filter((year) =>
      bankHolidays(year).includes(`${year}-10-01`),
    );
    expect(handovers.slice(0, 3)).toEqual([2024, 2030, 2036]);
    expect(handovers).toHaveLength(30);
  });
});

describe('Easter', () => {
  it.each([
    '1900-04-15',
    '1913-03-23',
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2000-04-23',
    '2008-03-23',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2038-04-25',
    '2049-04-18',
    '2100-03-28',
    '2200-04-06',
  ])('Easter falls on %s', (day) => {
    expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
  });

  it('Easter is a Sunday from 22 March to 25 April in every year', () => {
    for (let year = 1900; year <= 2200; year += 1) {
      const easter = easterSunday(year);
      expect(weekday(easter)).toBe(7);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
    }
  });
});

describe('a banking day', () => {
  it('Saturdays, Sundays and holidays are not banking days', () => {
    const days = ['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-04-01', '2026-04-02'];
    expect(days.map(isBankingDay)).toEqual([true, false, false, false, true, true, false]);
  });

  it('finds the nearest banking day across Easter, a long weekend and the end of a year', () => {
    expect([bankingDayBefore('2026-04-05'), bankingDayAfter('2026-04-02')]).toEqual(['2026-04-01', '2026-04-06']);
    expect([bankingDayBefore('2026-11-16'), bankingDayAfter('2026-11-14')]).toEqual(['2026-11-13', '2026-11-17']);
    expect([bankingDayBefore('2023-01-01'), bankingDayAfter('2022-12-31')]).toEqual(['2022-12-30', '2023-01-02']);
  });

  it(`finds a banking day within five days of any day, with none in between (seed ${SEED})`, () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [before, after] = [bankingDayBefore(day), bankingDayAfter(day)];
        expect([isBankingDay(before), isBankingDay(after)]).toEqual([true, true]);
        expect(before <= day && day <= after).toBe(true);
        expect(dayNumber(after) - dayNumber(before)).toBeLessThanOrEqual(6);
        for (let between = addDays(before, 1); between < after; between = addDays(between, 1)) {
          expect(isBankingDay(between)).toBe(false);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
