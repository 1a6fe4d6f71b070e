import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import { QUEUED } from './fair-queue.js';
import { LongWork } from './long-work.service.js';
import { knownAs } from './work-at-hand.js';

/**
 * How many are made at once, of all workspaces together: each holds a connection for as long as its statements take, and a dry
 * run a second one of the three that there are for snapshots. Two keep two processors of a database busy.
 */
const AT_ONCE = 2;
const MAX_WAITING_OF_ONE = 500;
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 60_000;

/** What is needed of a response. */
interface Answer {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
  emit(event: typeof QUEUED): boolean;
}

/**
 * Changes of as many rows as a workspace has: commits and undos of imports, applied rules, an emptied trash (decision 0083). A single
 * statement of theirs cannot be stopped for others, so that few are begun.
 */
@Injectable()
export class BulkChanges {
  private readonly queue;

  constructor(work: LongWork) {
    this.queue = work.queue('bulk_changes', {
      ...{ capacity: AT_ONCE, maxWaitingPerGroup: MAX_WAITING_OF_ONE, maxWaiting: MAX_WAITING },
      ...{ maxWaitMs: MAX_WAIT_MS, maxBesideOthers: 1 },
    });
  }

  /**
   * Makes a change when it is the workspace's turn; it holds no connection while it waits.
   * @throws ServiceUnavailable when too many wait, or for too long
   */
  async make<T>(workspaceId: string, response: Answer, change: () => Promise<T>): Promise<T> {
    const slot = this.queue.tryAcquire({ group: workspaceId });
    // A turn at the gate and in the workspace's share is not needed meanwhile.
    if (!slot) response.emit(QUEUED);
    const release = slot ?? (await this.queue.acquire({ group: workspaceId, signal: clientGone(response) }));
    try {
      return await knownAs({ isBulk: true }, change);
    } finally {
      release();
    }
  }
}
