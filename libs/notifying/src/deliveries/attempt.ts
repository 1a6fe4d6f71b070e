import type { DeliveryStatus } from './delivery-status.js';

/** One attempt to deliver an event. */
export interface Attempt {
  readonly at: string;
  /** The status of the answer; null where there was none. */
  readonly status: number | null;
  readonly durationMs: number;
  /** What went wrong, where the status does not say it. */
  readonly error: string | null;
}

/** Whether the receiver has taken it. Source: Standard Webhooks 1.0: any 2xx. */
export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * What a delivery is after an attempt.
 * @param next when it is tried again; null after the last attempt
 */
export function statusAfter(attempt: Attempt, next: Date | null): DeliveryStatus {
  if (isDelivered(attempt)) return 'delivered';
  return next === null ? 'failed' : 'pending';
}

/** Why a webhook is disabled at once. */
export const GONE = 'The receiver answered 410 Gone.';

/** Whether the receiver wants nothing more: 410 Gone. */
export function isGone({ status }: Attempt): boolean {
  return status === 410;
}
