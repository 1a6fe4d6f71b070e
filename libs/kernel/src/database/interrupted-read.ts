import type { FairQueue } from '../queue/fair-queue.js';

/** Time for which another caller must have waited for a connection before a slow read is interrupted. */
const STARVED_MS = 200;
/** Duration after which a read counts as slow. It is far below the wait after which the queue rejects callers. */
const SLOW_MS = 800;

/** Thrown when a slow read has had to release its connection to another workspace. The read can run again. */
export class Interrupted extends Error {}

export interface ConnectionUse {
  /** Time at which the work acquired its slot, in milliseconds of the process's monotonic clock. */
  readonly since: number;
  readonly queue: FairQueue;
  /** Workspace ID; undefined if the work belongs to no workspace. */
  readonly group: string | undefined;
  readonly mayBeInterrupted: boolean;
}

/**
 * Returns the slow read that must release its connection, because a workspace with fewer connections is waiting for
 * one: the oldest read of the workspace with the most connections. Returns undefined if no caller has waited long
 * enough.
 */
export function readToInterrupt<Use extends ConnectionUse>(
  uses: Iterable<Use>,
  queue: FairQueue,
  now: number,
): Use | undefined {
  const share = queue.starvedShare(STARVED_MS);
  if (share === null) return undefined;
  const taken = (use: Use): number => queue.takenBy(use.group);
  const slow = [...uses].filter(
    (use) => use.mayBeInterrupted && use.queue === queue && now - use.since > SLOW_MS && taken(use) > share,
  );
  return slow.toSorted((a, b) => taken(b) - taken(a) || a.since - b.since)[0];
}
