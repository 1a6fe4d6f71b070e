import type { Statement } from '@app/kernel';
import type { DeliveryView } from './delivery.view.js';

export type DeliveryRow = DeliveryView & Record<string, unknown>;

const SHOWN = `
  d.id, d.event_id as "eventId", d.event_type as "eventType", d.status, d.attempts,
  (select instant_text(d.next_attempt_at) from notifying_webhooks h
    where h.workspace_id = d.workspace_id and h.id = d.webhook_id and h.status = 'active') as "nextAttemptAt"`;

/** Returns the statement that lists deliveries, newest first. */
export function listDeliveries(
  workspaceId: string,
  webhookId: string,
  { status, before, limit }: { status: string | null; before: string | null; limit: number },
): Statement {
  return {
    name: 'notifying.deliveries',
    text: `
      select ${SHOWN} from notifying_deliveries d
      where d.workspace_id = $1 and d.webhook_id = $2 and ($3::text is null or d.status = $3) and ($4::uuid is null or d.id < $4)
      order by d.id desc limit $5`,
    values: [workspaceId, webhookId, status, before, limit],
  };
}

/** Returns the statement that restarts the retry schedule of a delivery. The delivery keeps its earlier attempts. */
export function retryDelivery(workspaceId: string, webhookId: string, id: string, now: Date): Statement {
  return {
    text: `
      update notifying_deliveries d set status = 'pending', tries = 0, next_attempt_at = $4
      where d.workspace_id = $1 and d.webhook_id = $2 and d.id = $3
      returning ${SHOWN}`,
    values: [workspaceId, webhookId, id, now],
  };
}

export function insertTest(
  { workspaceId, webhookId, id }: { workspaceId: string; webhookId: string; id: string },
  { eventId, body }: { eventId: string; body: string },
  now: Date,
): Statement {
  return {
    text: `
      insert into notifying_deliveries as d
        (workspace_id, id, webhook_id, event_id, event_type, test_body, status, next_attempt_at, created_at)
      values ($1, $3, $2, $4, 'webhook.test', $5, 'pending', $6, $6)`,
    values: [workspaceId, webhookId, id, eventId, body, now],
  };
}

export function findDelivery(workspaceId: string, webhookId: string, id: string): Statement {
  return {
    text: `select ${SHOWN} from notifying_deliveries d where d.workspace_id = $1 and d.webhook_id = $2 and d.id = $3`,
    values: [workspaceId, webhookId, id],
  };
}
