import type { DeliveryStatus } from './delivery-status.js';

export interface Attempt {
  readonly at: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Error, if the status does not show it. */
  readonly error: string | null;
}

/** True for any 2xx status. Source: Standard Webhooks 1.0. */
export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Returns the status of a delivery after an attempt.
 * @param next time of the next attempt; null after the last one
 */
export function statusAfter(attempt: Attempt, next: Date | null): DeliveryStatus {
  if (isDelivered(attempt)) return 'delivered';
  return next === null ? 'failed' : 'pending';
}

/** Reason for disabling a webhook at once. */
export const GONE = 'The receiver answered 410 Gone.';

export function isGone({ status }: Attempt): boolean {
  return status === 410;
}
