import type { Statement } from '@app/kernel';

/**
 * Notes what a webhook took until now; in the transaction that changes it, while the webhook is locked. Events that are visible
 * to this statement are delivered by it, whenever they are queued.
 * @param types none where it was not active, or is created
 */
export function insertPastSubscription(workspaceId: string, webhookId: string, types: readonly string[]): Statement {
  return {
    text: `
      insert into notifying_past_subscriptions (workspace_id, webhook_id, types, until, changed_by)
      values ($1, $2, $3, pg_current_snapshot(), pg_current_xact_id())`,
    values: [workspaceId, webhookId, types],
  };
}

/**
 * Deletes those all of whose events a consumer has taken, and those of a server that was ahead of this one, which came with a
 * restoration.
 */
export function deletePastSubscriptions(consumer: string): Statement {
  return {
    name: 'notifying.delete-past-subscriptions',
    text: `
      delete from notifying_past_subscriptions p using notifying_consumers c
      where c.name = $1 and (pg_snapshot_xmax(p.until) <= pg_snapshot_xmin(c.seen::pg_snapshot)
        or pg_snapshot_xmax(p.until) > pg_snapshot_xmax(pg_current_snapshot()))`,
    values: [consumer],
  };
}
