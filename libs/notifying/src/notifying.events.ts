import { eventType } from '@app/kernel/pure';

/** What is announced of webhooks themselves. Source: contract section 16. */
export const webhookEvents = {
  created: eventType('webhook.created', 'A webhook was created.'),
  updated: eventType('webhook.updated', 'Fields of a webhook, or its secret, were changed.'),
  deleted: eventType('webhook.deleted', 'A webhook was deleted.'),
  disabled: eventType(
    'webhook.disabled',
    'The service stopped sending to a webhook that failed for too long, is gone, or belongs to an app whose access has ended.',
  ),
};
