import type { Statement } from '@app/kernel';

export interface EventRow extends Record<string, unknown> {
  readonly workspaceId: string;
  readonly number: string;
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly subjectId: string;
  readonly changed: string[];
  readonly data: object;
  readonly requestId: string | null;
}

/** Event with properties of its page. If the page has no events, there is a single row without an event. */
export interface FeedRow extends EventRow {
  readonly isEvent: boolean;
  readonly latest: string;
  readonly scanned: number;
  readonly lastNumber: string | null;
  readonly lastAt: string | null;
}

export interface FeedQuestion {
  readonly workspaceId: string;
  readonly after: string;
  readonly types: readonly string[] | null;
  readonly limit: number;
  readonly scanLimit: number;
  readonly since: Date | null;
}

export const EVENT_COLUMNS = `
  e.workspace_id as "workspaceId", e.number, e.id, e.type, instant_text(e.at) as at,
  e.actor_kind as "actorKind", e.actor_id as "actorId",
  coalesce(identity_actor_name(e.workspace_id, e.actor_kind, e.actor_id), e.actor_name) as "actorName",
  e.subject_id as "subjectId", e.changed, e.data, e.request_id as "requestId"`;

export function latestEvent(workspaceId: string): Statement {
  return { name: 'notifying.latest-event', text: `select kernel_latest_event($1) as latest`, values: [workspaceId] };
}

export function eventsAfter({ workspaceId, after, types, limit, scanLimit, since }: FeedQuestion): Statement {
  return {
    name: 'notifying.events-after',
    text: `
      with scanned as materialized (
        select e.* from kernel_outbox_events() e
        where e.workspace_id = $1 and e.number > $2::bigint and ($3::timestamptz is null or e.at >= $3)
        order by e.number limit $4
      ), page as (
        select * from scanned where $5::text[] is null or type = any($5) order by number limit $6
      ), last as (
        select number, at from scanned order by number desc limit 1
      )
      select e.id is not null as "isEvent", kernel_latest_event($1) as latest, (select count(*)::int from scanned) as scanned,
        last.number as "lastNumber", instant_text(last.at) as "lastAt", ${EVENT_COLUMNS}
      from (values (1)) one left join last on true left join page e on true
      order by e.number`,
    values: [workspaceId, after, since, scanLimit, types, limit],
  };
}
