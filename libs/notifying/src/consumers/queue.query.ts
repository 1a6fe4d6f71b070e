import type { Statement, TakenEvent, UnitOfWork } from '@app/kernel';
import { lockEventsOf, takeEventsOf } from '@app/kernel';

/** Returns SQL that is true if `types` contains the type of event e, its family, or `*`. */
const isAmong = (types: string) =>
  `(e.type = any(${types}) or split_part(e.type, '.', 1) || '.*' = any(${types}) or '*' = any(${types}))`;

const COLUMNS = `(workspace_id, id, webhook_id, event_id, event_type, event_number, is_replay, status, next_attempt_at, created_at)`;

/**
 * Queues events for the active webhooks that subscribe to their types. Does not send a webhook the events about its own
 * creation, pause or activation.
 */
export function queueEvents(events: readonly TakenEvent[], now: Date): Statement {
  const column = <T>(value: (event: TakenEvent) => T) => events.map(value);
  return {
    name: 'notifying.queue',
    text: `
      insert into notifying_deliveries ${COLUMNS}
      select h.workspace_id, ordered_id($7, row_number() over (order by e.workspace_id, e.number)), h.id, e.id, e.type, e.number,
        false, 'pending', $8, $8
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::boolean[])
        as e (workspace_id, id, type, number, subject_id, is_of_status)
      join notifying_webhooks h on h.workspace_id = e.workspace_id
      where h.status = 'active' and ${isAmong('h.types')}
        and not (e.subject_id = h.id::text and (e.type = 'webhook.created' or (e.type = 'webhook.updated' and e.is_of_status)))`,
    values: [
      column((event) => event.workspaceId),
      column((event) => event.id),
      column((event) => event.type),
      column((event) => event.number),
      column((event) => event.subjectId),
      column((event) => event.changed.includes('status')),
      now.getTime(),
      now,
    ],
  };
}

/** Queues past events for a webhook again. Skips events that are still pending. */
export function queueReplay(workspaceId: string, webhookId: string, since: Date, now: Date): Statement {
  return {
    name: 'notifying.replay',
    text: `
      with queued as (
        insert into notifying_deliveries ${COLUMNS}
        select h.workspace_id, ordered_id($4, row_number() over (order by e.number)), h.id, e.id, e.type, e.number,
          true, 'pending', $5, $5
        from notifying_webhooks h join kernel_outbox_events() e on e.workspace_id = h.workspace_id
        where h.workspace_id = $1 and h.id = $2 and e.at >= $3 and e.type is not null and ${isAmong('h.types')}
          -- "not in" always becomes a hash lookup. "not exists" would become a nested loop while PostgreSQL has no
          -- statistics of new deliveries.
          and e.id not in (
            select d.event_id from notifying_deliveries d
            where d.workspace_id = $1 and d.webhook_id = $2 and d.status = 'pending')
        returning 1
      )
      select count(*)::int as queued from queued`,
    values: [workspaceId, webhookId, since, now.getTime(), now],
  };
}

/** Queues all events that exist now, so that a change to a webhook affects only later events. */
export async function queueEventsSoFar(work: UnitOfWork, now: Date): Promise<void> {
  work.enqueue(lockEventsOf(work.workspaceId));
  const events = await work.query<TakenEvent>(takeEventsOf(work.workspaceId));
  if (events.length > 0) await work.query(queueEvents(events, now));
}
