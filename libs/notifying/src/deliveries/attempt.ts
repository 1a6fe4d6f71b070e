import type { DeliveryStatus } from './delivery-status.js';

export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number;
  /** Error message; null after a success, or if the HTTP status already shows the error. */
  readonly error: string | null;
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Returns the delivery's status after an attempt.
 * @param next time of the next attempt; null after a success or the last attempt
 */
export function statusAfter(attempt: Attempt, next: Date | null): DeliveryStatus {
  if (isDelivered(attempt)) return 'delivered';
  return next === null ? 'failed' : 'pending';
}

export const GONE = 'The receiver answered 410 Gone.';

export function isGone({ status }: Attempt): boolean {
  return status === 410;
}
