import { describe, expect, it } from '@jest/globals';
import { dayAt, dayNumber, weekday } from '@app/kernel/pure';
import { historyPoints, MAX_POINTS } from './history-points.js';

describe('the points of a net worth history', () => {
  it('daily points are all days from the first to the last', () => {
    expect(historyPoints('2028-02-27', '2028-03-01', 'day')).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
  });

  it('weekly points are the Sundays and the last day of the range', () => {
    expect(historyPoints('2026-11-04', '2026-11-20', 'week')).toEqual(['2026-11-08', '2026-11-15', '2026-11-20']);
    expect(historyPoints('2026-11-08', '2026-11-15', 'week')).toEqual(['2026-11-08', '2026-11-15']);
  });

  it('monthly points are the last day of each month and the last day of the range', () => {
    expect(historyPoints('2026-01-30', '2026-03-10', 'month')).toEqual(['2026-01-31', '2026-02-28', '2026-03-10']);
    expect(historyPoints('2028-01-31', '2028-02-29', 'month')).toEqual(['2028-01-31', '2028-02-29']);
    expect(historyPoints('2026-12-01', '2027-01-01', 'month')).toEqual(['2026-12-31', '2027-01-01']);
  });

  it('a range of one day has a single point', () => {
    for (const interval of ['day', 'week', 'month'] as const)
      expect(historyPoints('2026-11-18', '2026-11-18', interval)).toEqual(['2026-11-18']);
  });

  it('points include the end of every week and month exactly once, even across a turn of the century', () => {
    for (let start = dayNumber('1999-12-01'); start < dayNumber('2001-02-01'); start += 1) {
      const [from, to] = [dayAt(start), dayAt(start + 100)];
      const nextDay = (day: string) => dayAt(dayNumber(day) + 1);
      const days = historyPoints(from, to, 'day')!;
      expect(historyPoints(from, to, 'week')).toEqual(days.filter((day) => day === to || weekday(day) === 7));
      expect(historyPoints(from, to, 'month')).toEqual(
        days.filter((day) => day === to || nextDay(day).endsWith('-01')),
      );
    }
  });

  it('returns null if a range has too many points', () => {
    const last = (points: number) => dayAt(dayNumber('2016-01-01') + points - 1);
    expect(historyPoints('2016-01-01', last(MAX_POINTS), 'day')).toHaveLength(MAX_POINTS);
    expect(historyPoints('2016-01-01', last(MAX_POINTS + 1), 'day')).toBe(null);
    expect(historyPoints('1900-01-01', '2200-12-31', 'day')).toBe(null);
    expect(historyPoints('1900-01-01', '2200-12-31', 'month')).toHaveLength(3612);
  });
});
