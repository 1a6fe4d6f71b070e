import { describe, expect, it } from '@jest/globals';
import { Schedule } from './schedule.entity.js';

function monthly(fields: Partial<Schedule> = {}): Schedule {
  const recurrence = { every: 'month', everyCount: 1, businessDay: 'none', startDate: '2026-11-05', endDate: null };
  return Object.assign(
    new Schedule(),
    { ...recurrence, autoPost: true, paused: false, toldUntil: '2026-10-31', createdAt: new Date('2026-11-01') },
    fields,
  );
}

describe('Schedule', () => {
  it('neither posts occurrences nor reports them as overdue while the schedule is paused', () => {
    const schedule = monthly();
    schedule.planWaking();
    expect([schedule.postOn, schedule.tellOn]).toEqual(['2026-11-05', '2026-11-08']);
    schedule.pause();
    expect([schedule.paused, schedule.postOn, schedule.tellOn]).toEqual([true, null, null]);
  });

  it('posts and reports occurrences again after the schedule is resumed', () => {
    const schedule = monthly({ paused: true });
    schedule.resume();
    expect([schedule.paused, schedule.postOn, schedule.tellOn]).toEqual([false, '2026-11-05', '2026-11-08']);
  });

  it('does not post occurrences before the day on which the schedule was created, in Mexico City time', () => {
    const begun = (createdAt: string) => {
      const schedule = monthly({ startDate: '1900-01-05', createdAt: new Date(createdAt) });
      schedule.planWaking();
      return schedule.postOn;
    };
    expect(begun('2026-11-05T05:59:59Z')).toBe('2026-11-05');
    expect(begun('2026-11-06T05:59:59Z')).toBe('2026-11-05');
    expect(begun('2026-11-06T06:00:00Z')).toBe('2026-12-05');
  });

  it('reports overdue occurrences but does not post occurrences if autoPost is false', () => {
    const schedule = monthly({ autoPost: false });
    schedule.planWaking();
    expect([schedule.postOn, schedule.tellOn]).toEqual([null, '2026-11-08']);
  });
});
