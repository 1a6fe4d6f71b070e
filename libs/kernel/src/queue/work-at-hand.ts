import { AsyncLocalStorage } from 'node:async_hooks';

/** Response of a request. `closed` is true after the response has been sent or the client has disconnected. */
interface Answer {
  readonly closed: boolean;
  readonly writableFinished: boolean;
}

interface Closing extends Answer {
  once(event: 'close', listener: () => void): unknown;
}

export interface WorkAtHand {
  /** Response that waits for the work. If its client disconnects, the service cancels the database work. */
  readonly caller?: Answer | undefined;
  /**
   * Authenticates the caller again if the last time is too long ago. Returns undefined if it is not. A slow body or a
   * queue may delay the work of a request until its token has been revoked.
   * @throws AuthInvalidToken, AuthInsufficientScope
   */
  readonly confirmCaller?: (() => Promise<void> | undefined) | undefined;
  /** True during the turn of a bulk change, which may keep its connection while it waits for a lock. */
  readonly isBulk?: boolean;
  readonly readsReplica?: boolean;
  /**
   * True for a read that can run again. It may be interrupted if it is slow while other workspaces wait for a
   * connection.
   */
  readonly mayBeInterrupted?: boolean;
}

const current = new AsyncLocalStorage<WorkAtHand>();

/** Returns the current work, or an empty object outside requests. */
export function workAtHand(): WorkAtHand {
  return current.getStore() ?? {};
}

export function knownAs<T>(more: WorkAtHand, work: () => T): T {
  return current.run({ ...current.getStore(), ...more }, work);
}

export function noteReadsReplica(): void {
  Object.assign(current.getStore() ?? {}, { readsReplica: true } satisfies WorkAtHand);
}

/** Returns a caller that counts as gone only `ms` milliseconds after its client has disconnected. */
export function patientCaller(response: Closing, ms: number): Answer {
  let isLate = false;
  const wait = () => void setTimeout(() => (isLate = true), ms).unref();
  if (response.closed) wait();
  else response.once('close', wait);
  return {
    get closed() {
      return isLate;
    },
    get writableFinished() {
      return response.writableFinished;
    },
  };
}

/** True if the client that waits for the work has disconnected. */
export function isAbandoned({ caller }: Pick<WorkAtHand, 'caller'>): boolean {
  return caller !== undefined && caller.closed && !caller.writableFinished;
}

export function abandonment(): Error {
  return new DOMException('The client has gone', 'AbortError');
}
