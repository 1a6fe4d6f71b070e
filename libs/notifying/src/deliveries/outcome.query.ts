import type { Statement } from '@app/kernel';
import type { Attempt } from './attempt.js';
import type { DeliveryStatus } from './delivery-status.js';

/** Maximum number of stored attempts per delivery, because manual retries are unlimited. */
const MAX_ATTEMPTS = 50;
const KEPT = `case when jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS} then d.attempts else d.attempts - 0 end`;

export interface Outcome {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly attempt: Attempt;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

/**
 * State of a webhook after its attempts. `failingSince` is the time of the first failure since the last success; null
 * if the last attempt succeeded.
 */
export interface WebhookAfter extends Record<string, unknown> {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly failingSince: string | null;
}

/**
 * Records attempts in the order in which they ended, and returns the states of their webhooks. Locks webhooks in ID
 * order and before deliveries to avoid deadlocks. If a delivery has already finished, adds the attempt to its list, but
 * only a success changes its status.
 */
export function recordOutcomes(outcomes: readonly Outcome[], now: Date): Statement {
  const column = <T>(value: (outcome: Outcome) => T) => outcomes.map(value);
  return {
    name: 'notifying.outcomes',
    text: `
      with locked as materialized (
        select h.id from notifying_webhooks h
        join (select distinct workspace_id, webhook_id from unnest($1::uuid[], $7::uuid[]) as o (workspace_id, webhook_id)) o
          on o.workspace_id = h.workspace_id and o.webhook_id = h.id
        order by h.workspace_id, h.id for no key update of h
      ), attempted as (
        update notifying_deliveries d
        set attempts = case
              when d.attempts -> -1 ->> 'at' > o.attempt ->> 'at' then (
                select jsonb_agg(a order by a ->> 'at') from jsonb_array_elements(${KEPT} || o.attempt) a)
              else ${KEPT} || o.attempt end,
          tries = d.tries + 1,
          status = case when d.status = 'pending' or o.status = 'delivered' then o.status else d.status end,
          next_attempt_at = case when d.status = 'pending' then o.next_attempt_at end
        from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::text[], $5::timestamptz[])
          with ordinality as o (workspace_id, id, attempt, status, next_attempt_at, n)
        where d.workspace_id = o.workspace_id and d.id = o.id
          and (select count(*) from locked) >= 0
        returning d.workspace_id, d.webhook_id, o.status = 'delivered' as is_delivered, o.n
      ), by_webhook as (
        select workspace_id, webhook_id, bool_or(is_delivered) as has_delivered,
          (array_agg(is_delivered order by n desc))[1] as is_well
        from attempted group by workspace_id, webhook_id
      )
      update notifying_webhooks h
      set failing_since = case when a.is_well then null when a.has_delivered then $6 else coalesce(h.failing_since, $6) end,
        last_delivered_at = case when a.has_delivered then $6 else h.last_delivered_at end
      from by_webhook a where h.workspace_id = a.workspace_id and h.id = a.webhook_id
      returning h.workspace_id as "workspaceId", h.id as "webhookId", instant_text(h.failing_since) as "failingSince"`,
    values: [
      column(({ workspaceId }) => workspaceId),
      column(({ deliveryId }) => deliveryId),
      column(({ attempt }) => JSON.stringify(attempt)),
      column(({ status }) => status),
      column(({ nextAttemptAt }) => nextAttemptAt),
      now,
      column(({ webhookId }) => webhookId),
    ],
  };
}

/**
 * Fails deliveries that one transaction queued while another one disabled their webhook, because neither sees the
 * other's changes. Manual retries and replays stay pending until the webhook is active.
 */
export const GIVE_UP_QUEUED: Statement = {
  name: 'notifying.give-up-queued',
  text: `
    update notifying_deliveries d set status = 'failed', next_attempt_at = null
    from notifying_webhooks h
    where h.status = 'disabled' and d.workspace_id = h.workspace_id and d.webhook_id = h.id and d.status = 'pending'
      and (d.tries > 0) = false and d.attempts = '[]' and not d.is_replay`,
  values: [],
};
