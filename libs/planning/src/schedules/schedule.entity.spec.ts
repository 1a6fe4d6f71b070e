import { describe, expect, it } from '@jest/globals';
import { Schedule } from './schedule.entity.js';

function monthly(given: Partial<Schedule> = {}): Schedule {
  const recurrence = { every: 'month', everyCount: 1, businessDay: 'none', startDate: '2026-11-05', endDate: null };
  return Object.assign(
    new Schedule(),
    { ...recurrence, autoPost: true, paused: false, toldUntil: '2026-10-31', createdAt: new Date('2026-11-01') },
    given,
  );
}

describe('a schedule', () => {
  it('posts and tells nothing while it is paused', () => {
    const schedule = monthly();
    schedule.planWaking();
    expect([schedule.postOn, schedule.tellOn]).toEqual(['2026-11-05', '2026-11-08']);
    schedule.pause();
    expect([schedule.paused, schedule.postOn, schedule.tellOn]).toEqual([true, null, null]);
  });

  it('posts and tells again once it is resumed', () => {
    const schedule = monthly({ paused: true });
    schedule.resume();
    expect([schedule.paused, schedule.postOn, schedule.tellOn]).toEqual([false, '2026-11-05', '2026-11-08']);
  });

  it('posts nothing from before the day in Mexico City on which it was created', () => {
    const begun = (createdAt: string) => {
      const schedule = monthly({ startDate: '1900-01-05', createdAt: new Date(createdAt) });
      schedule.planWaking();
      return schedule.postOn;
    };
    expect(begun('2026-11-05T05:59:59Z')).toBe('2026-11-05');
    expect(begun('2026-11-06T05:59:59Z')).toBe('2026-11-05');
    expect(begun('2026-11-06T06:00:00Z')).toBe('2026-12-05');
  });

  it('that does not post by itself only tells', () => {
    const schedule = monthly({ autoPost: false });
    schedule.planWaking();
    expect([schedule.postOn, schedule.tellOn]).toEqual([null, '2026-11-08']);
  });
});
