import { eventType } from '@app/kernel/pure';

export const webhookEvents = {
  created: eventType('webhook.created', 'A webhook was created.'),
  updated: eventType('webhook.updated', 'A webhook or its secret was changed.'),
  deleted: eventType('webhook.deleted', 'A webhook was deleted.'),
  disabled: eventType(
    'webhook.disabled',
    'The service stopped sending to a webhook that failed for too long, whose URL returned 410 (Gone), or whose app lost its access.',
  ),
};
