import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import { QUEUED } from './fair-queue.js';
import { LongWork } from './long-work.service.js';
import { knownAs } from './work-at-hand.js';

/**
 * Concurrent bulk changes of all workspaces. Each holds a connection while its statements run, and a dry run also one
 * of the three for snapshots. Two keep two database cores busy.
 */
const AT_ONCE = 2;
const MAX_WAITING_OF_ONE = 500;
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 60_000;

interface Answer {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
  emit(event: typeof QUEUED): boolean;
}

/**
 * Queues bulk changes: commits and undos of imports, applied rules, an emptied trash (decision 0083). Their
 * statements cannot be paused, so only a few changes run at once.
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
   * Runs a change when it is the workspace's turn. It holds no connection while it waits.
   * @throws ServiceUnavailable if too many wait, or for too long
   */
  async make<T>(workspaceId: string, response: Answer, change: () => Promise<T>): Promise<T> {
    const slot = this.queue.tryAcquire({ group: workspaceId });
    // While it waits, it needs no slot at the gate or in the workspace's share.
    if (!slot) response.emit(QUEUED);
    const release = slot ?? (await this.queue.acquire({ group: workspaceId, signal: clientGone(response) }));
    try {
      return await knownAs({ isBulk: true }, change);
    } finally {
      release();
    }
  }
}
