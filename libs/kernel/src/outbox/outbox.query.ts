import type { AuditContext } from '../audit/audit-context.js';
import { insertAuditEntry } from '../audit/audit-entry.query.js';
import type { Statement } from '../sql/statement.js';
import { newId } from '../id/id.js';
import type { Announcement } from './event-type.js';

export interface EventsOfAct {
  readonly workspaceId: string;
  /** Audit context of the change; undefined if the service itself noticed it. */
  readonly act: AuditContext | undefined;
  readonly events: readonly Announcement[];
  /**
   * If set, the statement also writes the audit entry. `resourceId` is the changed resource, in case the audit context
   * has none.
   */
  readonly entry?: { readonly resourceId: string | null };
}

/**
 * Returns the statement that writes events. It must be the last one of its transaction. The workspace's event counter
 * stays locked until the commit, so that event numbers are in the order of commits (decision 0096).
 */
export function insertEvents({ workspaceId, act, events, entry }: EventsOfAct): Statement {
  const audit = act && entry ? insertAuditEntry(workspaceId, act, entry.resourceId) : null;
  const values: unknown[] = audit ? [...audit.values] : [workspaceId];
  const placeholder = (value: unknown) => `$${values.push(value)}`;
  const count = placeholder(events.length);
  const actor = actorValues(act).map(placeholder);
  const rows = placeholder(JSON.stringify(events.map((event, index) => ({ index, id: newId(), ...event }))));
  return {
    name: `kernel.insert-events${audit ? '.audited' : ''}`,
    text: `
      with counter as (
        insert into kernel_event_counters as c (workspace_id, last) values ($1::uuid, ${count}::bigint)
        on conflict (workspace_id) do update set last = c.last + ${count}::bigint
        returning c.last - ${count}::bigint + 1 as first
      ), inserted as (
        insert into kernel_outbox (workspace_id, number, id, type, subject_id, changed, data, at, actor_kind, actor_id, actor_name,
          request_id)
        select $1::uuid, counter.first + e.index, e.id, e.type, e."subjectId", e.changed, e.data,
          coalesce(${actor[0]!}::timestamptz, clock_timestamp()), ${actor[1]!}, ${actor[2]!}::uuid, ${actor[3]!}, ${actor[4]!}
        from counter cross join jsonb_to_recordset(${rows})
          as e (index int, id uuid, type text, "subjectId" text, changed text[], data jsonb)
        returning number
      )${audit ? ', untaken as (' : ''}
      insert into kernel_untaken_events (workspace_id, number) select $1::uuid, number from inserted
      ${audit ? `) ${audit.text}` : ''}`,
    values,
  };
}

/**
 * Returns the time, kind, ID, name and request ID of an actor, as events contain them. Undefined stands for the
 * service.
 */
export function actorValues(act: AuditContext | undefined): unknown[] {
  const { kind, id, name } = act?.actor ?? { kind: 'service', id: null, name: null };
  return [act?.at ?? null, kind, id, kind === 'person' ? null : name, act?.requestId ?? null];
}
