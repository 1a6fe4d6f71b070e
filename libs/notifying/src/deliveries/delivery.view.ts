import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { DeliveryStatus } from './delivery-status.js';
import { DELIVERY_STATUSES } from './delivery-status.js';

@ApiSchema({ description: 'An attempt to deliver an event.' })
export class DeliveryAttemptView {
  at!: string;
  /** The HTTP status of the answer; null where there was none. */
  status!: number | null;
  durationMs!: number;
  /** What went wrong, where the status does not say it. */
  error!: string | null;
}

/** An event on its way to a webhook. */
@ApiSchema({ description: 'An event on its way to a webhook.' })
export class DeliveryView {
  id!: string;
  /** The `webhook-id` of each attempt. */
  eventId!: string;
  eventType!: string;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  /** The first one first; of more than 50 the latest. */
  attempts!: DeliveryAttemptView[];
  /** Null unless it is pending and its webhook active. */
  nextAttemptAt!: string | null;
}

export class DeliveryPageView {
  items!: DeliveryView[];
  nextCursor!: string | null;
}
