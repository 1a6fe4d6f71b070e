import { AsyncLocalStorage } from 'node:async_hooks';

/** A response; it closes when it was sent or the client has disconnected. */
interface Answer {
  readonly closed: boolean;
  readonly writableFinished: boolean;
}

export interface WorkAtHand {
  /** The response that waits for the work. If the client disconnects, its database work ends. */
  readonly caller?: Answer | undefined;
  /** True for a bulk change in its turn; it may keep a connection while it waits for a lock. */
  readonly isBulk?: boolean;
  readonly readsReplica?: boolean;
}

const current = new AsyncLocalStorage<WorkAtHand>();

/** Returns the current work; empty outside of requests. */
export function workAtHand(): WorkAtHand {
  return current.getStore() ?? {};
}

export function knownAs<T>(more: WorkAtHand, work: () => T): T {
  return current.run({ ...current.getStore(), ...more }, work);
}

export function noteReadsReplica(): void {
  Object.assign(current.getStore() ?? {}, { readsReplica: true } satisfies WorkAtHand);
}

/** True if the client disconnected before the response was sent. */
export function hasGone(caller: Answer): boolean {
  return caller.closed && !caller.writableFinished;
}
