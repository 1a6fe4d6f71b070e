import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { DeliveryStatus } from './delivery-status.js';
import { DELIVERY_STATUSES } from './delivery-status.js';

@ApiSchema({ description: 'An attempt to deliver an event.' })
export class DeliveryAttemptView {
  /** Time of the attempt. */
  at!: string;
  /** The HTTP status of the answer; null where there was none. @example 204 */
  status!: number | null;
  /** Duration in milliseconds. @example 84 */
  durationMs!: number;
  /** What went wrong, where the status does not say it. @example "no answer within 15 s" */
  error!: string | null;
}

/** An event on its way to a webhook. */
@ApiSchema({ description: 'An event on its way to a webhook.' })
export class DeliveryView {
  id!: string;
  /** The `webhook-id` of each attempt. */
  eventId!: string;
  /** Type of the event, such as `transaction.created`. @example transaction.created */
  eventType!: string;

  /** Delivered, still pending, or given up. */
  @ApiProperty({ enum: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  /** The first one first; of more than 50 the latest. */
  attempts!: DeliveryAttemptView[];
  /** Null unless it is pending and its webhook active. */
  nextAttemptAt!: string | null;
}

@ApiSchema({ description: 'A page of deliveries.' })
export class DeliveryPageView {
  items!: DeliveryView[];
  nextCursor!: string | null;
}
