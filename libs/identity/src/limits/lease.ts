/** What a process holds of the budget of one subject until a moment of its own monotonic clock, in milliseconds. */
export interface Lease {
  /** Requests that may pass without asking anybody. */
  left: number;
  /** Requests that nobody had taken when the lease was given. */
  readonly shared: number;
  readonly endsAt: number;
}

/** How a request stands with the budget of its subject. */
export interface Verdict {
  readonly allowed: boolean;
  /** Requests that are left in the window; what other processes hold counts as taken. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least one. */
  readonly secondsLeft: number;
}

/** Takes one request from a lease; null when it does not say, so that the shared counter has to be asked. */
export function takeFrom(lease: Lease | undefined, now: number): Verdict | null {
  if (lease === undefined || now >= lease.endsAt) return null;
  const secondsLeft = Math.max(1, Math.ceil((lease.endsAt - now) / 1000));
  if (lease.left > 0) {
    lease.left -= 1;
    return { allowed: true, remaining: lease.left + lease.shared, secondsLeft };
  }
  return lease.shared === 0 ? { allowed: false, remaining: 0, secondsLeft } : null;
}

/** Whether to fetch the next lease before it is needed: this one is spent, and there is so much left that none is missed. */
export function isWorthRenewing(lease: Lease, quota: number): boolean {
  return lease.left === 0 && lease.shared * 2 > quota;
}

/** The value of `RateLimit-Policy`: a budget and its window, by name. Source: draft-ietf-httpapi-ratelimit-headers-11. */
export function policyField(policy: string, quota: number, windowSeconds: number): string {
  return `"${policy}";q=${quota};w=${windowSeconds}`;
}

/** The value of `RateLimit`: what is left of the budget, and for how long. */
export function limitField(policy: string, { remaining, secondsLeft }: Verdict): string {
  return `"${policy}";r=${remaining};t=${secondsLeft}`;
}
