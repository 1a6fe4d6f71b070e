import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import type { FairQueue, QueueLimits, Release } from './fair-queue.js';
import { QUEUED } from './fair-queue.js';
import { LongWork } from './long-work.service.js';
import { knownAs } from './work-at-hand.js';

/**
 * Number of small bulk changes that run at once, in all workspaces together, and of large ones. Each holds a connection
 * while its statements run, and a dry run also holds one of the three connections for snapshots. Two bulk changes keep
 * two database cores busy.
 */
const AT_ONCE = 2;
const LIMITS: QueueLimits = {
  ...{ capacity: AT_ONCE, maxBesideOthers: 1, maxWaitMs: 60_000 },
  ...{ maxWaitingPerGroup: 500, maxWaiting: 2_000 },
};
/** Maximum number of rows in a workspace whose bulk changes are small. A slow change takes 0.4 ms per row. */
export const MAX_SMALL_ROWS = 10_000;
/** Duration after which a small change counts as large. */
const MAX_SMALL_MS = 2_000;
/** Time for which all bulk changes of a workspace count as large after one of them has taken long. */
const SLOW_FOR_MS = 600_000;

interface Answer {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
  emit(event: typeof QUEUED): boolean;
}

/** Returns a number of rows that a bulk change of the workspace may change. Counts at most one more than `limit`. */
type Measure = (workspaceId: string, limit: number) => Promise<number>;

/**
 * Queues bulk changes, such as committing or undoing an import, applying rules to many transactions, or emptying the
 * trash (decision 0083). Only a few run at once, because their statements cannot be paused. Large changes have their
 * own queue, so that small ones never wait for them.
 */
@Injectable()
export class BulkChanges {
  private readonly small: FairQueue;
  private readonly large: FairQueue;
  private readonly measures: Measure[] = [];
  private readonly slowUntil = new Map<string, number>();

  constructor(work: LongWork) {
    this.small = work.queue('bulk_changes', LIMITS);
    this.large = work.queue('large_bulk_changes', LIMITS);
  }

  /** Registers a count of rows. If one of the counts exceeds the limit, all bulk changes of the workspace are large. */
  measureBy(measure: Measure): void {
    this.measures.push(measure);
  }

  /**
   * Runs a change when it is the workspace's turn. Does not hold a connection while it waits. `isLimited` is true if the
   * request names all rows that it changes, so that the change is small in any workspace.
   * @throws ServiceUnavailable if too many changes wait, or if this change waits for too long
   */
  async make<T>(
    workspaceId: string,
    response: Answer,
    change: () => Promise<T>,
    { isLimited = false } = {},
  ): Promise<T> {
    const isLarge = !isLimited && (await this.isLarge(workspaceId));
    const queue = isLarge ? this.large : this.small;
    const slot = queue.tryAcquire({ group: workspaceId });
    // While it waits, a change needs no slot in the request gate or in the workspace's share.
    if (!slot) response.emit(QUEUED);
    const acquired = slot ?? (await queue.acquire({ group: workspaceId, signal: clientGone(response) }));
    const release = isLarge ? acquired : this.movingWhenSlow(workspaceId, acquired);
    try {
      return await knownAs({ isBulk: true }, change);
    } finally {
      release();
    }
  }

  private async isLarge(workspaceId: string): Promise<boolean> {
    if ((this.slowUntil.get(workspaceId) ?? 0) > performance.now()) return true;
    for (const measure of this.measures) {
      if ((await measure(workspaceId, MAX_SMALL_ROWS)) > MAX_SMALL_ROWS) return true;
    }
    return false;
  }

  /**
   * If a small change takes long, exchanges its slot for one in the queue of large changes, as soon as that has a free
   * one. Returns the function that releases either slot.
   */
  private movingWhenSlow(workspaceId: string, releaseSmall: Release): Release {
    const ended = Promise.withResolvers<void>();
    const waiting = new AbortController();
    const move = async (): Promise<void> => {
      this.noteSlow(workspaceId);
      await this.large.run({ group: workspaceId, signal: waiting.signal }, () => {
        releaseSmall();
        return ended.promise;
      });
    };
    // If the queue rejects the change, it keeps its slot.
    const timer = setTimeout(() => void move().catch(() => undefined), MAX_SMALL_MS).unref();
    return () => {
      clearTimeout(timer);
      waiting.abort();
      ended.resolve();
      releaseSmall();
    };
  }

  private noteSlow(workspaceId: string): void {
    const now = performance.now();
    for (const [other, until] of this.slowUntil) if (until <= now) this.slowUntil.delete(other);
    this.slowUntil.set(workspaceId, now + SLOW_FOR_MS);
  }
}
