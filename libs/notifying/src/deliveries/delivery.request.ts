import { Field, oneOf, PageRequest } from '@app/kernel';
import type { DeliveryStatus } from './delivery-status.js';
import { DELIVERY_STATUSES } from './delivery-status.js';

export class ListDeliveriesRequest extends PageRequest {
  /** Returns only deliveries with this status. */
  @Field(oneOf(...DELIVERY_STATUSES), { optional: true })
  status?: DeliveryStatus;
}
