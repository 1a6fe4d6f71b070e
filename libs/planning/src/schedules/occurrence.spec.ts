import { describe, expect, it } from '@jest/globals';
import type { Series } from '@app/kernel/pure';
import { firstTellOn, nextPostOn } from './wake-days.js';
import { firstFree, mayChange, OCCURRENCE_STATUSES, occurrencesDue, statusOf } from './occurrence.js';

const PAY: Series = {
  recurrence: { every: 'quincena', interval: 1, businessDay: 'before' },
  startDate: '2026-11-01',
  endDate: '2026-12-31',
};

describe('occurrence status', () => {
  it('an unmatched occurrence is overdue from the third day after its date', () => {
    const occurrence = { nominalDate: '2026-11-15', date: '2026-11-13' };
    const on = (today: string) => statusOf(occurrence, undefined, today);
    expect(['2026-11-13', '2026-11-15', '2026-11-16'].map(on)).toEqual(['planned', 'planned', 'overdue']);
  });

  it('a posted, skipped or matched occurrence is never overdue', () => {
    const occurrence = { nominalDate: '2026-11-15', date: '2026-11-13' };
    const after = (outcome: Parameters<typeof statusOf>[1]) => statusOf(occurrence, outcome, '2027-01-01');
    expect([after('skipped'), after('posted'), after('linked'), after('matched')]).toEqual([
      'skipped',
      'posted',
      'matched',
      'matched',
    ]);
  });

  it('allows only open occurrences to be posted, skipped or linked, and only skipped ones to be unskipped', () => {
    const from = (change: Parameters<typeof mayChange>[1]) =>
      OCCURRENCE_STATUSES.filter((status) => mayChange(status, change));
    for (const change of ['post', 'skip', 'link'] as const) expect(from(change)).toEqual(['planned', 'overdue']);
    expect(from('unskip')).toEqual(['skipped']);
  });
});

describe('firstFree', () => {
  it('returns the first occurrence, by moved date, that is not taken', () => {
    expect(firstFree(PAY, new Set(), '2026-11-13')?.nominalDate).toBe('2026-11-15');
    expect(firstFree(PAY, new Set(), '2026-11-14')?.nominalDate).toBe('2026-11-30');
    expect(firstFree(PAY, new Set(['2026-11-30']), '2026-11-14')?.nominalDate).toBe('2026-12-15');
    expect(firstFree(PAY, new Set(['2026-12-31']), '2026-12-16')).toBeUndefined();
  });
});

describe('due occurrences', () => {
  it('returns occurrences whose moved date is after the start and not after the end of the range', () => {
    const due = (after: string, until: string) =>
      occurrencesDue(PAY, after, until).map(({ nominalDate }) => nominalDate);
    expect(due('2026-10-01', '2026-11-30')).toEqual(['2026-11-15', '2026-11-30']);
    expect(due('2026-11-13', '2026-11-29')).toEqual([]);
  });

  it('schedules the posting on the date and the overdue event three days later, until the schedule ends', () => {
    expect([nextPostOn(PAY, '2026-10-01'), nextPostOn(PAY, '2026-11-13')]).toEqual(['2026-11-13', '2026-11-30']);
    expect([firstTellOn(PAY, '2026-10-01'), firstTellOn(PAY, '2026-11-16')]).toEqual(['2026-11-16', '2026-12-03']);
    expect([nextPostOn(PAY, '2026-12-31'), firstTellOn(PAY, '2027-01-03')]).toEqual([null, null]);
  });
});
