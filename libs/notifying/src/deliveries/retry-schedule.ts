/** How many days of failures and nothing else disable a webhook. Source: contract section 16, "Delivery". */
const DISABLING_DAYS = 5;
const DAY_MS = 86_400_000;
/** Receivers that failed together are not asked again together. */
const JITTER = 0.1;

/**
 * When a delivery is tried again, counted from the end of the attempt before; null after the last one.
 * @param tries the attempts until now, one at least
 * @param delays the seconds between attempts: N of them are N + 1 attempts
 * @param chance from 0 to 1, for a tenth less to a tenth more
 */
export function nextAttempt(ended: Date, tries: number, delays: readonly number[], chance: number): Date | null {
  const delay = delays[tries - 1];
  if (delay === undefined) return null;
  return new Date(ended.getTime() + delay * 1_000 * (1 - JITTER + 2 * JITTER * chance));
}

/**
 * Whether a webhook has failed for so long that it is disabled.
 * @param failingSince the instant of the first failure after which nothing else came
 */
export function hasFailedTooLong(failingSince: string | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= DISABLING_DAYS * DAY_MS;
}
