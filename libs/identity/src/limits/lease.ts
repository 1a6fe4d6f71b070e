/** The part of one subject's quota that this process may spend, until `endsAt` on its monotonic clock in milliseconds. */
export interface Lease {
  /** Requests that may still pass without asking the database. */
  left: number;
  /** Requests of the window that were not leased to any process when this lease was given. */
  readonly shared: number;
  readonly endsAt: number;
}

/** Whether a request passes its rate limit, and what is left of the quota. */
export interface RateLimitResult {
  readonly allowed: boolean;
  /** Requests that are left in the window; what other processes hold counts as taken. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least one. */
  readonly secondsLeft: number;
}

/** Takes one request from a lease; null when the lease is over or spent, so that the shared counter has to be asked. */
export function takeFrom(lease: Lease | undefined, now: number): RateLimitResult | null {
  if (lease === undefined || now >= lease.endsAt) return null;
  const secondsLeft = Math.max(1, Math.ceil((lease.endsAt - now) / 1000));
  if (lease.left > 0) {
    lease.left -= 1;
    return { allowed: true, remaining: lease.left + lease.shared, secondsLeft };
  }
  return lease.shared === 0 ? { allowed: false, remaining: 0, secondsLeft } : null;
}

/** Whether to fetch the next lease ahead of time: this one is spent, and more than half of the quota is still free. */
export function isWorthRenewing(lease: Lease, quota: number): boolean {
  return lease.left === 0 && lease.shared * 2 > quota;
}

/** The value of `RateLimit-Policy`: a quota and its window, by name. Source: draft-ietf-httpapi-ratelimit-headers-11. */
export function policyField(policy: string, quota: number, windowSeconds: number): string {
  return `"${policy}";q=${quota};w=${windowSeconds}`;
}

/** The value of `RateLimit`: what is left of the quota, and the seconds until it is renewed. */
export function limitField(policy: string, { remaining, secondsLeft }: RateLimitResult): string {
  return `"${policy}";r=${remaining};t=${secondsLeft}`;
}
