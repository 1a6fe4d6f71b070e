import type { Statement } from '@app/kernel';
import type { FeedPosition } from './feed-position.js';
import { firstUnread, ofEpoch } from './feed-position.js';

/** An event as it is stored, with its place in the order of events. */
export interface EventRow extends Record<string, unknown> {
  readonly workspaceId: string;
  /** How often the workspace had been moved before; transactions are those of the server where it was then. */
  readonly epoch: number;
  readonly xid: string;
  readonly seq: string;
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

/** A row of a page: an event, and how far the page was read. A page without events is one row without an event. */
export interface FeedRow extends EventRow {
  readonly isEvent: boolean;
  /** The snapshot that the page was read from, and its epoch. */
  readonly snapshot: string;
  readonly snapshotEpoch: number;
  /** Whether the position comes from another server, or from one that was set back: its transactions are not ours. */
  readonly isForeign: boolean;
  /** Whether anything came after the snapshot that the page was read from. */
  readonly isOvertaken: boolean;
  /** How many events were looked at, and the last of them. */
  readonly scanned: number;
  readonly lastEpoch: number | null;
  readonly lastXid: string | null;
  readonly lastSeq: string | null;
  readonly lastAt: string | null;
}

/** Which events are read. */
export interface FeedQuestion {
  readonly workspaceId: string;
  readonly position: FeedPosition;
  /** Null for all. */
  readonly types: readonly string[] | null;
  /** How many at most, and among how many of all types they are looked for. */
  readonly limit: number;
  readonly scanLimit: number;
  /** Older ones are left out; null where none are. */
  readonly since: Date | null;
}

/** The snapshot in which everything is visible that is committed now. */
export const CURRENT_SNAPSHOT: Statement = {
  name: 'notifying.snapshot',
  text: `select pg_current_snapshot()::text as snapshot`,
  values: [],
};

/** The same, with the epoch in which a workspace is. */
export function currentSnapshotOf(workspaceId: string): Statement {
  return {
    name: 'notifying.snapshot-of',
    text: `select pg_current_snapshot()::text as snapshot, kernel_epoch_of($1) as epoch`,
    values: [workspaceId],
  };
}

/** Whether an event e was written where its workspace is now, and not on the server that it was moved from. */
export const IS_OF_THIS_SERVER = `e.epoch = kernel_epoch_of(e.workspace_id)`;

/** What is new at the position whose values are $1 to $4 (`positionValues`), of an event e of this server. */
const UNREAD = `
  (e.xid, e.seq) > ($3::text::xid8, $4::bigint) and e.xid < pg_snapshot_xmax(pg_current_snapshot())
  and ($1::text is null or not pg_visible_in_snapshot(e.xid, $1::text::pg_snapshot))
  and ($2::text is null or pg_visible_in_snapshot(e.xid, $2::text::pg_snapshot))`;

/** Whether an event e was visible in a snapshot of an epoch: all of the epochs before are. */
const wasVisible = (snapshot: string, epoch: string) =>
  `(e.epoch < ${epoch} or (e.epoch = ${epoch} and pg_visible_in_snapshot(e.xid, ${snapshot}::text::pg_snapshot)))`;

/** Whether the transaction of an event e can have ended; of earlier epochs all have. */
const MAY_BE_VISIBLE = `(e.epoch < (select kernel_epoch_of($5)) or e.xid < pg_snapshot_xmax(pg_current_snapshot()))`;

/** What is new in a workspace: $1 to $4 are as before, $10 to $12 the epochs of the snapshots seen and read from, and of the first event. */
const UNREAD_ACROSS = `
  (e.epoch, e.xid, e.seq) > ($12::int, $3::text::xid8, $4::bigint) and ${MAY_BE_VISIBLE}
  and ($1::text is null or not ${wasVisible('$1', '$10::int')})
  and ($2::text is null or ${wasVisible('$2', '$11::int')})`;

/** The columns of an event e, with the present name of who acted. */
export const EVENT_COLUMNS = `
  e.workspace_id as "workspaceId", e.epoch, e.xid::text as xid, e.seq, e.id, e.type, instant_text(e.at) as at,
  e.actor_kind as "actorKind", e.actor_id as "actorId",
  coalesce(identity_actor_name(e.workspace_id, e.actor_kind, e.actor_id), e.actor_name) as "actorName",
  e.subject_id as "subjectId", e.changed, e.data, e.request_id as "requestId"`;

/**
 * Reads what a reader of one workspace has not seen, in the order of transactions: what is visible now, or was visible in
 * the snapshot that the reader is in the middle of, and was not in the one that it has seen.
 */
export function unreadEvents({ workspaceId, position, types, limit, scanLimit, since }: FeedQuestion): Statement {
  return {
    name: 'notifying.unread',
    text: `
      with scanned as materialized (
        select e.* from kernel_outbox_events() e
        where e.workspace_id = $5 and ${UNREAD_ACROSS} and ($6::timestamptz is null or e.at >= $6)
        order by e.epoch, e.xid, e.seq limit $7
      ), page as (
        select * from scanned where $8::text[] is null or type = any($8) order by epoch, xid, seq limit $9
      ), last as (
        select epoch, xid, seq, at from scanned order by epoch desc, xid desc, seq desc limit 1
      )
      select e.id is not null as "isEvent", coalesce($2::text, pg_current_snapshot()::text) as snapshot,
        case when $2::text is null then here.epoch else $11::int end as "snapshotEpoch",
        case when coalesce($2, $1) is null then false when coalesce($11, $10) = here.epoch
          then pg_snapshot_xmax(coalesce($2, $1)::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
          else coalesce($11, $10) > here.epoch end as "isForeign",
        coalesce((select true from kernel_outbox_events() e
          where e.workspace_id = $5 and (e.epoch, e.xid) >= ($11::int, pg_snapshot_xmin($2::text::pg_snapshot))
            and ${MAY_BE_VISIBLE} and not ${wasVisible('$2', '$11::int')}
            and ($8::text[] is null or e.type = any($8)) limit 1), false) as "isOvertaken",
        (select count(*)::int from scanned) as scanned, last.epoch as "lastEpoch",
        last.xid::text as "lastXid", last.seq as "lastSeq", instant_text(last.at) as "lastAt", ${EVENT_COLUMNS}
      from (select kernel_epoch_of($5) as epoch) here left join last on true left join page e on true
      order by e.epoch, e.xid, e.seq`,
    values: [...positionValues(position), workspaceId, since, scanLimit, types, limit, ...epochsOf(position)],
  };
}

/** Reads what is new at a position in all workspaces; for an administrator's transaction. */
export function unreadEverywhere(position: FeedPosition, limit: number): Statement {
  return {
    text: `
      select coalesce($2::text, pg_current_snapshot()::text) as snapshot, ${EVENT_COLUMNS}
      from kernel_outbox_events() e where ${UNREAD} and ${IS_OF_THIS_SERVER} order by e.xid, e.seq limit $5`,
    values: [...positionValues(position), limit],
  };
}

function positionValues(position: FeedPosition): unknown[] {
  const [, xid, seq] = firstUnread(position);
  return [textOf(position.seen), textOf(position.within?.snapshot), xid, seq];
}

function epochsOf(position: FeedPosition): unknown[] {
  const { seen, within } = position;
  return [seen && ofEpoch(seen).epoch, within && ofEpoch(within.snapshot).epoch, firstUnread(position)[0]];
}

function textOf(snapshot: string | null | undefined): string | null {
  return snapshot ? ofEpoch(snapshot).text : null;
}
