import { describe, expect, it } from '@jest/globals';
import type { Lease } from './lease.js';
import { isWorthRenewing, limitField, policyField, takeFrom } from './lease.js';

const lease = (left: number, shared: number): Lease => ({ left, shared, endsAt: 60_000 });

describe('a lease of a quota', () => {
  it('allows each leased request, and counts leased and free requests as remaining', () => {
    const current = lease(2, 7);
    expect(takeFrom(current, 1_000)).toEqual({ allowed: true, remaining: 8, secondsLeft: 59 });
    expect(takeFrom(current, 1_001)).toEqual({ allowed: true, remaining: 7, secondsLeft: 59 });
    expect(takeFrom(current, 1_002)).toBeNull();
  });

  it('rejects a request without a query if the quota is used up', () => {
    expect(takeFrom(lease(0, 0), 59_999)).toEqual({ allowed: false, remaining: 0, secondsLeft: 1 });
  });

  it('returns null if there is no lease or its window has ended', () => {
    expect(takeFrom(lease(5, 5), 60_000)).toBeNull();
    expect(takeFrom(lease(0, 0), 60_000)).toBeNull();
    expect(takeFrom(undefined, 0)).toBeNull();
  });

  it('renews a lease early only if more than half of the quota is free', () => {
    expect(isWorthRenewing(lease(0, 400), 600)).toBe(true);
    expect(isWorthRenewing(lease(1, 400), 600)).toBe(false);
    expect(isWorthRenewing(lease(0, 300), 600)).toBe(false);
    expect(isWorthRenewing(lease(0, 2), 5)).toBe(false);
  });

  it('formats the rate limit headers as structured fields', () => {
    expect(policyField('credential', 600, 60)).toBe('"credential";q=600;w=60');
    expect(limitField('credential', { allowed: true, remaining: 3, secondsLeft: 9 })).toBe('"credential";r=3;t=9');
  });
});
