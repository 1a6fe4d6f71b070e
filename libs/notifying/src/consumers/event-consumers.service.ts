import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database, Jobs } from '@app/kernel';
import type { EventRow } from '../feed/feed.query.js';
import { CURRENT_SNAPSHOT, IS_OF_THIS_SERVER, unreadEverywhere } from '../feed/feed.query.js';
import type { FeedPosition } from '../feed/feed-position.js';

/** A part of the service that follows the events of all workspaces, such as the delivery to webhooks. */
export interface EventConsumer {
  /** Its position is remembered under this name; it never changes. */
  readonly name: string;
  /**
   * Takes the next events, in their order, within the administrator's transaction that also notes how far it has come: what
   * it writes there takes effect exactly once for each event. It is called again where that transaction fails, so it has
   * no effect outside of the database; and it is short, because others wait for it. What takes long is written down there,
   * and done elsewhere.
   */
  take(work: UnitOfWork, events: readonly EventRow[]): Promise<void>;
  /** Called in the same process once what it wrote is committed. */
  taken?(): void;
}

const POLL_MS = 200;
const MAX_BATCH_SIZE = 1_000;

/**
 * Gives every event to each consumer, within a fraction of a second after its commit. A consumer's first start begins with
 * what happens then. Of many processes that run, one at a time takes events for a consumer; where it dies, another goes on
 * where it was (decision 0053).
 *
 * A service adds its consumer in its constructor: `consumers.add({ name: 'webhooks', take: (work, events) => … })`.
 */
@Injectable()
export class EventConsumers {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  add(consumer: EventConsumer): void {
    this.jobs.repeat({
      name: `events for ${consumer.name}`,
      pauseMs: POLL_MS,
      round: async (ending) => {
        if (ending.aborted || !(await this.isBehind(consumer.name))) return false;
        if (!(await this.advance(consumer))) return false;
        consumer.taken?.();
        return true;
      },
    });
  }

  /** Whether there is anything to take; it holds nothing and writes nothing. */
  private isBehind(name: string): Promise<boolean> {
    return this.database.transaction({ operator: true }, async (work) => {
      const [found] = await work.query<{ isBehind: boolean }>({ text: IS_BEHIND, values: [name] });
      return found!.isBehind;
    });
  }

  /** Takes the next events; false where another process is at it, or nothing was left. */
  private advance(consumer: EventConsumer): Promise<boolean> {
    const { name } = consumer;
    return this.database.transaction({ operator: true }, async (work) => {
      const position = await holdPosition(work, name);
      if (position === null) return false;
      // Nothing was written yet: the snapshot would count what this transaction announces as seen.
      const rows = await work.query<EventRow & { snapshot: string }>(unreadEverywhere(position, MAX_BATCH_SIZE));
      if (rows.length > 0) await consumer.take(work, rows);
      await work.query(savePosition(name, positionAfter(position, rows)));
      return rows.length > 0;
    });
  }
}

function positionAfter(
  { seen, within }: FeedPosition,
  rows: readonly (EventRow & { snapshot: string })[],
): FeedPosition {
  const last = rows.at(-1);
  if (last && rows.length === MAX_BATCH_SIZE) return { seen, within: last };
  return { seen: last?.snapshot ?? within?.snapshot ?? seen, within: null };
}

/** Where a consumer is, held against other processes; null where one of them holds it. */
async function holdPosition(work: UnitOfWork, name: string): Promise<FeedPosition | null> {
  const [lock] = await work.query<{ held: boolean }>({
    text: `select pg_try_advisory_xact_lock(hashtextextended('notifying_consumers ' || $1, 0)) as held`,
    values: [name],
  });
  if (!lock!.held) return null;
  const [found] = await work.query<{ seen: string; within: [string, string, string] | null }>({
    text: `select c.seen, c.within from notifying_consumers c where c.name = $1 and ${IS_OURS}`,
    values: [name],
  });
  if (!found) {
    const [now] = await work.query<{ snapshot: string }>(CURRENT_SNAPSHOT);
    return { seen: now!.snapshot, within: null };
  }
  const [snapshot, xid, seq] = found.within ?? [];
  return { seen: found.seen, within: found.within ? { snapshot: snapshot!, xid: xid!, seq: seq! } : null };
}

function savePosition(name: string, { seen, within }: FeedPosition) {
  return {
    text: `
      insert into notifying_consumers (name, seen, within) values ($1, $2, $3)
      on conflict (name) do update set seen = excluded.seen, within = excluded.within`,
    values: [name, seen, within && [within.snapshot, within.xid, within.seq]],
  };
}

/** A position of a server that was ahead of this one came with a restoration; the consumer begins again, with the events from now on. */
const IS_OURS = `
  pg_snapshot_xmax(coalesce(c.within[1], c.seen)::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`;

const IS_BEHIND = `
  select not exists (
    select from notifying_consumers c where c.name = $1 and ${IS_OURS} and c.within is null and not exists (
      select from kernel_outbox_events() e
      where e.xid >= pg_snapshot_xmin(c.seen::pg_snapshot) and e.xid < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(e.xid, c.seen::pg_snapshot) and ${IS_OF_THIS_SERVER})) as "isBehind"`;
