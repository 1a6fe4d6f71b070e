import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@app/kernel/pure';
import { hasFailedTooLong, nextAttempt } from './retry-schedule.js';

const ENDED = new Date('2026-11-23T10:00:00.000Z');
const { webhookRetrySeconds } = readSettings({});
const after = (tries: number, chance: number, delays = webhookRetrySeconds) => {
  const next = nextAttempt(ENDED, tries, delays, chance);
  return next && (next.getTime() - ENDED.getTime()) / 1_000;
};

describe('the retry schedule', () => {
  it('makes ten attempts of a delivery over three days', () => {
    const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(delays.map((_, at) => after(at + 1, 0.5))).toEqual(delays);
    expect(after(10, 0.5)).toBeNull();
  });

  it('varies retry delays by up to a tenth', () => {
    expect([after(2, 0), after(2, 1)]).toEqual([270, 330]);
  });

  it('uses the retry delays from the operator’s settings', () => {
    expect([1, 2, 3].map((tries) => after(tries, 0.5, [2, 3]))).toEqual([2, 3, null]);
    expect(after(1, 0.5, [])).toBeNull();
  });
});

describe('a failing webhook', () => {
  it('disables a webhook after five days without a success', () => {
    const since = '2026-11-18T10:00:00.000Z';
    expect(hasFailedTooLong(since, ENDED)).toBe(true);
    expect(hasFailedTooLong('2026-11-18T10:00:00.001Z', ENDED)).toBe(false);
    expect(hasFailedTooLong(null, ENDED)).toBe(false);
  });
});
