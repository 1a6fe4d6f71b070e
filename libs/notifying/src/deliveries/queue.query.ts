import type { Statement } from '@app/kernel';
import type { EventRow } from '../feed/feed.query.js';

/** Whether the type of an event e is among types: by its name, by its family, or all. */
const isAmong = (types: string) =>
  `(e.type = any(${types}) or split_part(e.type, '.', 1) || '.*' = any(${types}) or '*' = any(${types}))`;

const COLUMNS = `(workspace_id, id, webhook_id, event_id, event_type, event_epoch, event_xid, event_seq, is_replay, status, next_attempt_at, created_at)`;

/**
 * Queues events for the webhooks of their workspaces that took their types when the events were committed, whatever became of the
 * webhooks since; what is queued for one that is paused waits until it is active. A webhook is not told that it was created
 * itself, nor that it was paused or made active.
 */
export function queueEvents(events: readonly EventRow[], now: Date): Statement {
  const column = <T>(value: (event: EventRow) => T) => events.map(value);
  return {
    name: 'notifying.queue',
    text: `
      insert into notifying_deliveries ${COLUMNS}
      select h.workspace_id, ordered_id($8, row_number() over (order by e.xid::xid8, e.seq)), h.id, e.id, e.type, e.epoch, e.xid::xid8, e.seq,
        false, 'pending', $9, $9
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::boolean[], $10::int[])
        as e (workspace_id, id, type, xid, seq, subject_id, is_of_status, epoch)
      join notifying_webhooks h on h.workspace_id = e.workspace_id
      left join lateral (
        select p.types from notifying_past_subscriptions p
        where p.workspace_id = h.workspace_id and p.webhook_id = h.id
          and pg_visible_in_snapshot(e.xid::xid8, p.until) and e.xid::xid8 <> p.changed_by
          and pg_snapshot_xmax(p.until) <= pg_snapshot_xmax(pg_current_snapshot())
        order by p.id limit 1
      ) past on true
      cross join lateral (
        select coalesce(past.types, case when h.status = 'active' then h.types else '{}' end) as types
      ) taken
      where h.status <> 'disabled' and ${isAmong('taken.types')}
        and not (e.subject_id = h.id::text and (e.type = 'webhook.created' or (e.type = 'webhook.updated' and e.is_of_status)))`,
    values: [
      column((event) => event.workspaceId),
      column((event) => event.id),
      column((event) => event.type),
      column((event) => event.xid),
      column((event) => event.seq),
      column((event) => event.subjectId),
      column((event) => event.changed.includes('status')),
      now.getTime(),
      now,
      column((event) => event.epoch),
    ],
  };
}

/** Queues the events of a webhook's workspace since an instant again, but for those that it waits for anyway. */
export function queueReplay(workspaceId: string, webhookId: string, since: Date, now: Date): Statement {
  return {
    name: 'notifying.replay',
    text: `
      with queued as (
        insert into notifying_deliveries ${COLUMNS}
        select h.workspace_id, ordered_id($4, row_number() over (order by e.epoch, e.xid, e.seq)), h.id, e.id, e.type, e.epoch, e.xid, e.seq,
          true, 'pending', $5, $5
        from notifying_webhooks h join kernel_outbox_events() e on e.workspace_id = h.workspace_id
        where h.workspace_id = $1 and h.id = $2 and e.at >= $3 and e.type is not null and ${isAmong('h.types')}
          and not exists (
            select from notifying_deliveries d
            where d.workspace_id = $1 and d.webhook_id = $2 and d.status = 'pending' and d.event_id = e.id)
        returning 1
      )
      select count(*)::int as queued from queued`,
    values: [workspaceId, webhookId, since, now.getTime(), now],
  };
}
