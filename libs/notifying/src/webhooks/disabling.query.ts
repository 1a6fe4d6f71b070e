import type { Statement, UnitOfWork } from '@app/kernel';
import { webhookEvents } from '../notifying.events.js';
import { ACCESS_ENDED } from './disabled-reason.js';

/** Runs a disabling statement from this file, and publishes an event for each webhook. */
export async function disableAll(work: UnitOfWork, statement: Statement): Promise<void> {
  const disabled = await work.query<{ workspaceId: string; id: string }>(statement);
  for (const { workspaceId, id } of disabled) work.announceIn(workspaceId, webhookEvents.disabled(id));
}

export function disableWebhook(workspaceId: string, webhookId: string, reason: string, now: Date): Statement {
  return disable('workspace_id = $3 and id = $4', reason, now, [workspaceId, webhookId]);
}

export function disableWebhooksOfGrants(
  grants: readonly { readonly workspaceId: string; readonly id: string }[],
  now: Date,
): Statement {
  const values = [grants.map(({ workspaceId }) => workspaceId), grants.map(({ id }) => id)];
  return disable(
    '(workspace_id, grant_id) in (select * from unnest($3::uuid[], $4::uuid[]))',
    ACCESS_ENDED,
    now,
    values,
  );
}

export function disableExpired(now: Date): Statement {
  return disable('grant_expires_at <= $2', ACCESS_ENDED, now, []);
}

function disable(condition: string, reason: string, now: Date, values: unknown[]): Statement {
  return {
    text: `
      with disabled as (
        update notifying_webhooks
        set status = 'disabled', disabled_reason = $1, updated_at = $2
        where status <> 'disabled' and ${condition} returning workspace_id, id
      ), ended as (
        update notifying_deliveries d set status = 'failed', next_attempt_at = null from disabled
        where d.workspace_id = disabled.workspace_id and d.webhook_id = disabled.id and d.status = 'pending'
      )
      select workspace_id as "workspaceId", id from disabled`,
    values: [reason, now, ...values],
  };
}
