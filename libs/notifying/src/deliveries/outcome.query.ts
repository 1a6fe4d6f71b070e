import type { Statement } from '@app/kernel';
import type { Attempt } from './attempt.js';
import type { DeliveryStatus } from './delivery-status.js';

/** So many attempts of a delivery are kept, the latest: it can be retried by hand without end. */
const MAX_ATTEMPTS = 50;

/** Why a webhook is disabled at once. */
export const GONE = 'The receiver answered 410 Gone.';

/** What became of an attempt. */
export interface Outcome {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly attempt: Attempt;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

/** Writes down an attempt, and with its webhook whether it is well or since when it fails, which is the row that comes back. */
export function recordOutcome(
  { workspaceId, deliveryId, attempt, status, nextAttemptAt }: Outcome,
  now: Date,
): Statement {
  return {
    name: 'notifying.outcome',
    text: `
      with attempted as (
        update notifying_deliveries
        set attempts = case when jsonb_array_length(attempts) < ${MAX_ATTEMPTS} then attempts else attempts - 0 end
            || jsonb_build_array($3::jsonb),
          tries = tries + 1, status = $4, next_attempt_at = $5
        where workspace_id = $1 and id = $2 and status = 'pending'
        returning workspace_id, webhook_id, status
      )
      update notifying_webhooks h
      set failing_since = case when a.status = 'delivered' then null else coalesce(h.failing_since, $6) end,
        last_delivered_at = case when a.status = 'delivered' then $6 else h.last_delivered_at end
      from attempted a where h.workspace_id = a.workspace_id and h.id = a.webhook_id
      returning instant_text(h.failing_since) as "failingSince"`,
    values: [workspaceId, deliveryId, JSON.stringify(attempt), status, nextAttemptAt, now],
  };
}

/** Stops sending to a webhook; no row comes back where it was stopped already. */
export function disableWebhook(workspaceId: string, webhookId: string, reason: string, now: Date): Statement {
  return {
    text: `
      with disabled as (
        update notifying_webhooks
        set status = 'disabled', disabled_reason = $3, updated_at = $4
        where workspace_id = $1 and id = $2 and status <> 'disabled' returning id
      ), ended as (
        update notifying_deliveries d set status = 'failed', next_attempt_at = null from disabled
        where d.workspace_id = $1 and d.webhook_id = disabled.id and d.status = 'pending'
      )
      select id from disabled`,
    values: [workspaceId, webhookId, reason, now],
  };
}
