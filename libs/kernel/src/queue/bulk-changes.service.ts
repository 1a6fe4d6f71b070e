import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import { QUEUED } from './fair-queue.js';
import { LongWork } from './long-work.service.js';
import { knownAs } from './work-at-hand.js';

/**
 * Number of bulk changes that run at once, in all workspaces together. Each holds a connection while its statements
 * run, and a dry run also holds one of the three connections for snapshots. Two bulk changes keep two database cores
 * busy.
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
 * Queues bulk changes, such as committing or undoing an import, applying rules to many transactions, or emptying the
 * trash (decision 0083). Only a few run at once, because their statements cannot be paused.
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
   * Runs a change when it is the workspace's turn. Does not hold a connection while it waits.
   * @throws ServiceUnavailable if too many changes wait, or if this change waits for too long
   */
  async make<T>(workspaceId: string, response: Answer, change: () => Promise<T>): Promise<T> {
    const slot = this.queue.tryAcquire({ group: workspaceId });
    // While it waits, a change needs no slot in the request gate or in the workspace's share.
    if (!slot) response.emit(QUEUED);
    const release = slot ?? (await this.queue.acquire({ group: workspaceId, signal: clientGone(response) }));
    try {
      return await knownAs({ isBulk: true }, change);
    } finally {
      release();
    }
  }
}
