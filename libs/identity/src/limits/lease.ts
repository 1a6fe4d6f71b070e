/** Part of a quota that this process may spend until `endsAt`, in milliseconds of its monotonic clock. */
export interface Lease {
  /** Requests that this process may still allow without a query. */
  left: number;
  /** Requests left in the window that no process had leased when this lease was granted. */
  readonly shared: number;
  readonly endsAt: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** Requests left in the window. Leases of other processes count as used. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly secondsLeft: number;
}

/**
 * Takes a request from a lease. Returns null if the shared counter must decide: there is no lease, it has ended, or it
 * is spent while requests are left in the window.
 */
export function takeFrom(lease: Lease | undefined, now: number): RateLimitResult | null {
  if (lease === undefined || now >= lease.endsAt) return null;
  const secondsLeft = Math.max(1, Math.ceil((lease.endsAt - now) / 1000));
  if (lease.left > 0) {
    lease.left -= 1;
    return { allowed: true, remaining: lease.left + lease.shared, secondsLeft };
  }
  return lease.shared === 0 ? { allowed: false, remaining: 0, secondsLeft } : null;
}

/**
 * True if the lease is spent and more than half of the quota is free, so that it is worth fetching the next lease
 * early.
 */
export function isWorthRenewing(lease: Lease, quota: number): boolean {
  return lease.left === 0 && lease.shared * 2 > quota;
}

/** Formats the header `RateLimit-Policy`. Source: draft-ietf-httpapi-ratelimit-headers-11. */
export function policyField(policy: string, quota: number, windowSeconds: number): string {
  return `"${policy}";q=${quota};w=${windowSeconds}`;
}

/** Formats the header `RateLimit` with the remaining requests and the seconds until the window ends. */
export function limitField(policy: string, { remaining, secondsLeft }: RateLimitResult): string {
  return `"${policy}";r=${remaining};t=${secondsLeft}`;
}
