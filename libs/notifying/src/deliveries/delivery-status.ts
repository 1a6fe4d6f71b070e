/** Whether a delivery waits, was taken by its receiver, or was given up. Source: contract section 16, "Webhooks". */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
