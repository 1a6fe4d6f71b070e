import { AsyncLocalStorage } from 'node:async_hooks';

/** What tells of a client: a response, which closes when its answer has been sent, and before that when the client has gone. */
interface Answer {
  readonly closed: boolean;
  readonly writableFinished: boolean;
}

/** What is known of what is being worked on. */
export interface WorkAtHand {
  /** Who waits for it; what is done in the database is of no use without them, and ends. */
  readonly caller?: Answer | undefined;
  /** Whether it has a turn of its own as a change of many rows, and may keep a connection while it waits for a lock. */
  readonly isBulk?: boolean;
  /** Whether a replica may answer what it reads. */
  readonly readsReplica?: boolean;
}

const current = new AsyncLocalStorage<WorkAtHand>();

/** What is being worked on; nothing is known of it outside of requests. */
export function workAtHand(): WorkAtHand {
  return current.getStore() ?? {};
}

/** Does work of which more is known from here on. */
export function knownAs<T>(more: WorkAtHand, work: () => T): T {
  return current.run({ ...current.getStore(), ...more }, work);
}

/** Notes that a replica may answer what the request at hand reads. */
export function noteReadsReplica(): void {
  Object.assign(current.getStore() ?? {}, { readsReplica: true } satisfies WorkAtHand);
}

/** Whether nobody waits for an answer any more that has not been sent. */
export function hasGone(caller: Answer): boolean {
  return caller.closed && !caller.writableFinished;
}
