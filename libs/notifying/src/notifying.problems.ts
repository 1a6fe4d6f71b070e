import { notFound, problem } from '@app/kernel/pure';

export const MAX_WEBHOOKS = 20;

export const WebhookNotFound = notFound('WEBHOOK_NOT_FOUND', 'webhook');

export const DeliveryNotFound = problem(
  'DELIVERY_NOT_FOUND',
  404,
  'The webhook has no delivery with this ID. Deliveries are stored for 30 days.',
  (id: string) => `The webhook has no delivery ${id}.`,
);

export const WebhookLimitReached = problem(
  'WEBHOOK_LIMIT_REACHED',
  409,
  'A workspace can have at most 20 webhooks. Delete a webhook first, or add event types to an existing one.',
  (most: number) => `The workspace already has ${most} webhooks. Delete one first.`,
  [MAX_WEBHOOKS],
);
