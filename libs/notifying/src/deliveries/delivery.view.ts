import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { DeliveryStatus } from './delivery-status.js';
import { DELIVERY_STATUSES } from './delivery-status.js';

@ApiSchema({ description: 'An attempt to deliver an event.' })
export class DeliveryAttemptView {
  /** Time of the attempt. */
  at!: string;
  /** HTTP status of the response; null without a response. @example 204 */
  status!: number | null;
  /** Duration in milliseconds. @example 84 */
  durationMs!: number;
  /** Error message; null after a success, or if `status` shows the error. @example "no response within 15 s" */
  error!: string | null;
}

@ApiSchema({ description: 'Delivery of an event to a webhook.' })
export class DeliveryView {
  id!: string;
  /** ID of the event, sent as `webhook-id` with each attempt. */
  eventId!: string;
  /** Type of the event, such as `transaction.created`. @example transaction.created */
  eventType!: string;

  /**
   * Status of the delivery: `pending` while attempts remain, `delivered` after a success, `failed` after the last
   * attempt.
   */
  @ApiProperty({ enum: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  /** Latest 50 attempts, oldest first. */
  attempts!: DeliveryAttemptView[];
  /** Time of the next attempt; null unless the delivery is pending and the webhook is active. */
  nextAttemptAt!: string | null;
}

@ApiSchema({ description: 'A page of deliveries.' })
export class DeliveryPageView {
  items!: DeliveryView[];
  nextCursor!: string | null;
}
