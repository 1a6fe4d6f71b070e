import { notFound, problem } from '@app/kernel/pure';

/** Source: contract section 16, "Webhooks". */
export const MAX_WEBHOOKS = 20;

export const WebhookNotFound = notFound('WEBHOOK_NOT_FOUND', 'webhook');

export const DeliveryNotFound = problem(
  'DELIVERY_NOT_FOUND',
  404,
  'No delivery of the webhook has the id. Deliveries are kept for 30 days.',
  (id: string) => `The webhook has no delivery ${id}.`,
);

export const WebhookLimitReached = problem(
  'WEBHOOK_LIMIT_REACHED',
  409,
  'A workspace has 20 webhooks at most. Delete one first, or let one webhook take more types of events.',
  (most: number) => `There are ${most} webhooks already.`,
  [MAX_WEBHOOKS],
);
