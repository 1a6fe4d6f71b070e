import { Injectable } from '@nestjs/common';
import type { FairQueue } from '../queue/fair-queue.js';
import { LongWork } from '../queue/long-work.service.js';
import { workAtHand } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import type { Try } from './retry.js';
import { withRetry } from './retry.js';

/** Share of the connections that can wait for long locks at the same time. Each workspace uses at most one of them. */
const SHARE = 0.2;
const MAX_WAITING_OF_ONE = 200;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 10_000;

/**
 * Queues writes that wait for a long lock, such as the lock of a bulk change. After a short wait, a write releases its
 * connection and waits in this queue. Only one write per workspace waits in the database (decision 0036).
 */
@Injectable()
export class LockWaits {
  private readonly line: FairQueue;

  constructor(work: LongWork, { databasePool }: Settings) {
    this.line = work.queue('lock_waits', {
      ...{ capacity: Math.max(1, Math.floor(databasePool * SHARE)), maxPerGroup: 1 },
      ...{ maxWaitingPerGroup: MAX_WAITING_OF_ONE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
    });
  }

  /** @throws the problem of the last error; ServiceUnavailable if a lock is held too long */
  retry<T>(workspaceId: string, attempt: (settings: Try) => Promise<T>): Promise<T> {
    // A bulk change does not queue here, because it has already waited for its turn and restarting it would be
    // expensive.
    const mayWait = workspaceId === '' || workAtHand().isBulk === true;
    return withRetry(attempt, mayWait ? undefined : () => this.line.acquire({ group: workspaceId }));
  }
}
