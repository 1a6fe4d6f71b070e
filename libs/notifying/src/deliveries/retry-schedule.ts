/** Number of days without a success after which a webhook is disabled. */
const DISABLING_DAYS = 5;
const DAY_MS = 86_400_000;
/** Relative jitter. It spreads the retries of deliveries that failed at the same time. */
const JITTER = 0.1;

/**
 * Returns the time of the next attempt, which depends on the end of the previous one. Null after the last attempt.
 * @param tries attempts so far, at least one
 * @param delays seconds between attempts; N delays allow N + 1 attempts
 * @param chance 0 for 10% less delay, 1 for 10% more
 */
export function nextAttempt(ended: Date, tries: number, delays: readonly number[], chance: number): Date | null {
  const delay = delays[tries - 1];
  if (delay === undefined) return null;
  return new Date(ended.getTime() + delay * 1_000 * (1 - JITTER + 2 * JITTER * chance));
}

/** @param failingSince time of the first failure since the last success; null after a success */
export function hasFailedTooLong(failingSince: string | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= DISABLING_DAYS * DAY_MS;
}
