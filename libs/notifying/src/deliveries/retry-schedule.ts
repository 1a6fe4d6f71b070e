/** A webhook is disabled after this many days without a success. */
const DISABLING_DAYS = 5;
const DAY_MS = 86_400_000;
/** Relative jitter, so that deliveries that failed together are retried at different times. */
const JITTER = 0.1;

/**
 * Returns the time of the next attempt, counted from the end of the previous one; null after the last one.
 * @param tries attempts so far, at least one
 * @param delays seconds between attempts; N delays allow N + 1 attempts
 * @param chance 0 for 10% less delay, 1 for 10% more
 */
export function nextAttempt(ended: Date, tries: number, delays: readonly number[], chance: number): Date | null {
  const delay = delays[tries - 1];
  if (delay === undefined) return null;
  return new Date(ended.getTime() + delay * 1_000 * (1 - JITTER + 2 * JITTER * chance));
}

/** @param failingSince first failure after the last success; null after a success */
export function hasFailedTooLong(failingSince: string | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= DISABLING_DAYS * DAY_MS;
}
