import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '../../../../test/e2e/support/long-form.js';
import { isBankingDay } from './banking-days.js';
import { addDays, addMonths, dayAt, dayNumber } from './day-number.js';
import { lastDayOf } from './interval.js';
import type { BusinessDay, Frequency, Occurrence, Series } from './recurrence.js';
import { BUSINESS_DAYS, FREQUENCIES, occurrenceOn, occurrencesBetween, occurrencesFrom } from './recurrence.js';

const SEED = 20261201;

const series = (
  every: Frequency,
  startDate: string,
  { interval = 1, businessDay = 'none' as BusinessDay, endDate = null as string | null } = {},
): Series => ({ recurrence: { every, interval, businessDay }, startDate, endDate });

const some = (count: number, of: Series, from = of.startDate) => {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(of, from)) if (found.push(occurrence) === count) break;
  return found;
};
const first = (count: number, of: Series, from = of.startDate) => some(count, of, from).map(({ date }) => date);

describe('the occurrences of a series', () => {
  it('a monthly series uses the last day of shorter months and then returns to its original day', () => {
    expect(first(4, series('month', '2026-01-31'))).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(first(3, series('month', '2025-12-30', { interval: 2 }))).toEqual([
      '2025-12-30',
      '2026-02-28',
      '2026-04-30',
    ]);
  });

  it('a yearly series returns to a leap day', () => {
    const years = series('year', '2024-02-29');
    expect(first(5, years)).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
    expect(first(2, series('year', '2024-02-29', { interval: 12 }))).toEqual(['2024-02-29', '2036-02-29']);
  });

  it('weekly and two-weekly occurrences are 7 or 14 days times the interval apart', () => {
    expect(first(2, series('week', '2026-02-26'))).toEqual(['2026-02-26', '2026-03-05']);
    expect(first(2, series('two_weeks', '2026-02-26'))).toEqual(['2026-02-26', '2026-03-12']);
    expect(first(2, series('two_weeks', '2026-02-26', { interval: 3 }))).toEqual(['2026-02-26', '2026-04-09']);
  });

  it('a one-time series has a single occurrence', () => {
    expect(first(3, series('once', '2026-02-26'))).toEqual(['2026-02-26']);
    expect(first(3, series('once', '2026-02-26'), '2026-02-27')).toEqual([]);
  });

  it('a quincena series starts on the 15th or the last day of a month, even if its first date is neither', () => {
    expect(first(4, series('quincena', '2028-02-10'))).toEqual([
      '2028-02-15',
      '2028-02-29',
      '2028-03-15',
      '2028-03-31',
    ]);
    expect(first(2, series('quincena', '2026-02-28'))).toEqual(['2026-02-28', '2026-03-15']);
    expect(first(2, series('quincena', '2026-01-15'))).toEqual(['2026-01-15', '2026-01-31']);
    expect(first(2, series('quincena', '2026-01-30'))).toEqual(['2026-01-31', '2026-02-15']);
    expect(first(2, series('quincena', '2026-12-16'))).toEqual(['2026-12-31', '2027-01-15']);
  });

  it('moves an occurrence to a banking day without moving later occurrences', () => {
    const pay = series('quincena', '2026-11-01', { businessDay: 'before' });
    expect(first(4, pay)).toEqual(['2026-11-13', '2026-11-30', '2026-12-15', '2026-12-31']);
    const rent = series('month', '2026-01-01', { businessDay: 'after' });
    expect(first(3, rent)).toEqual(['2026-01-02', '2026-02-03', '2026-03-02']);
  });

  it('two occurrences can move to the same day', () => {
    // Both days are bank holidays before Easter, so both occurrences move to Wednesday.
    const daily = [
      series('week', '2026-04-02', { businessDay: 'before' }),
      series('week', '2026-04-03', { businessDay: 'before' }),
    ];
    expect(daily.map((of) => first(1, of)[0])).toEqual(['2026-04-01', '2026-04-01']);
  });

  it('compares the end of a series with the nominal date of each occurrence', () => {
    const ending = series('month', '2026-10-31', { businessDay: 'after', endDate: '2026-10-31' });
    expect(first(3, ending)).toEqual(['2026-11-03']);
    expect(first(3, series('month', '2026-10-31', { endDate: '2026-10-30' }))).toEqual([]);
    expect(first(9, series('year', '2198-05-05'))).toEqual(['2198-05-05', '2199-05-05', '2200-05-05']);
  });

  it('an occurrence keeps its date if the move would pass the last supported day', () => {
    expect(first(1, series('once', '1900-01-01', { businessDay: 'before' }))).toEqual(['1900-01-01']);
    expect(first(1, series('once', '1900-01-01', { businessDay: 'after' }))).toEqual(['1900-01-02']);
  });

  it('a range selects occurrences by their nominal date', () => {
    const pay = series('quincena', '2026-01-01', { businessDay: 'before' });
    expect(occurrencesBetween(pay, '2026-11-14', '2026-11-16')).toEqual([
      { nominalDate: '2026-11-15', date: '2026-11-13' },
    ]);
    expect(occurrencesBetween(pay, '2025-01-01', '2025-12-31')).toEqual([]);
    expect(occurrenceOn(pay, '2026-11-15')?.date).toBe('2026-11-13');
    expect([occurrenceOn(pay, '2026-11-13'), occurrenceOn(pay, '2025-12-31')]).toEqual([undefined, undefined]);
  });
});

describe(`the occurrences of any series (seed ${SEED})`, () => {
  const anyDay = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2199-06-30') }).map(dayAt);
  const hardDay = anyDay.map((day) => addDays(`${day.slice(0, 8)}28`, dayNumber(day) % 4));
  const anySeries = fc
    .record({
      every: fc.constantFrom(...FREQUENCIES.filter((one) => one !== 'once')),
      interval: fc.integer({ min: 1, max: 12 }),
      businessDay: fc.constantFrom(...BUSINESS_DAYS),
      startDate: fc.oneof(anyDay, hardDay),
    })
    .map(({ every, interval, businessDay, startDate }) =>
      series(every, startDate, { interval: every === 'quincena' ? 1 : interval, businessDay }),
    );
  const options = { seed: SEED, numRuns: sized(50, 150) };

  it('occurrences keep the order of their nominal dates when they move', () => {
    fc.assert(
      fc.property(anySeries, (of) => {
        const all = some(40, of);
        all.forEach(({ nominalDate, date }, at) => {
          const next = all[at + 1];
          if (next) expect(nominalDate < next.nominalDate && date <= next.date).toBe(true);
        });
      }),
      options,
    );
  });

  it('moved occurrences are on a banking day, and occurrences on a banking day do not move', () => {
    fc.assert(
      fc.property(anySeries, (of) => {
        const { businessDay } = of.recurrence;
        for (const { nominalDate, date } of some(30, of)) {
          if (businessDay === 'none' || isBankingDay(nominalDate)) expect(date).toBe(nominalDate);
          else {
            expect(isBankingDay(date)).toBe(true);
            expect(businessDay === 'before' ? date < nominalDate : date > nominalDate).toBe(true);
          }
        }
      }),
      options,
    );
  });

  it('returns the same occurrences as a simple loop from the first date', () => {
    const naive = ({ recurrence: { every, interval }, startDate }: Series, index: number) => {
      if (every === 'week') return addDays(startDate, 7 * interval * index);
      if (every === 'two_weeks') return addDays(startDate, 14 * interval * index);
      return addMonths(startDate, (every === 'year' ? 12 : 1) * interval * index);
    };
    fc.assert(
      fc.property(anySeries, fc.nat(60), (of, index) => {
        fc.pre(of.recurrence.every !== 'quincena' && naive(of, index) <= '2200-12-31');
        expect(occurrenceOn(of, naive(of, index))?.nominalDate).toBe(naive(of, index));
      }),
      options,
    );
  });

  it('quincenas end on the 15th and the last day of every month', () => {
    fc.assert(
      fc.property(fc.oneof(anyDay, hardDay), (startDate) => {
        const days = Array.from({ length: 200 }, (_, at) => addDays(startDate, at));
        const ends = days.filter((day) => lastDayOf('quincena', day) === day);
        const found = occurrencesBetween(series('quincena', startDate), startDate, days.at(-1)!);
        expect(found.map(({ nominalDate }) => nominalDate)).toEqual(ends);
      }),
      options,
    );
  });

  it('a range contains exactly the occurrences of the full series within the range', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: -50, max: 900 }), fc.nat(366), (of, ahead, length) => {
        const from = dayAt(Math.max(dayNumber('1900-01-01'), dayNumber(of.startDate) + ahead));
        const to = addDays(from, length);
        fc.pre(to <= '2200-12-31');
        const all = some(200, of).filter(({ nominalDate }) => nominalDate <= to);
        expect(occurrencesBetween(of, from, to)).toEqual(all.filter(({ nominalDate }) => nominalDate >= from));
      }),
      options,
    );
  });
});
