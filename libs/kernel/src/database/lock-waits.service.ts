import { Injectable } from '@nestjs/common';
import type { FairQueue } from '../queue/fair-queue.js';
import { LongWork } from '../queue/long-work.service.js';
import { workAtHand } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import type { Try } from './retry.js';
import { withRetry } from './retry.js';

/** How much of all connections may wait for locks at once that somebody holds for long; one of each workspace. */
const SHARE = 0.2;
const MAX_WAITING_OF_ONE = 200;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 10_000;

/**
 * What writes do that meet a lock which is held for long, such as by a change of many rows. They give their connection back soon
 * and wait in a line, where they hold none; one of a workspace at a time waits at the database (decision 0084).
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

  /**
   * Does work in a workspace, and again where that may help.
   * @throws the problem that the last error stands for; ServiceUnavailable where a lock is held for too long
   */
  retry<T>(workspaceId: string, attempt: (given: Try) => Promise<T>): Promise<T> {
    // A bulk change has waited for its turn already, and to begin it again would cost most.
    const mayWait = workspaceId === '' || workAtHand().isBulk === true;
    return withRetry(attempt, mayWait ? undefined : () => this.line.acquire({ group: workspaceId }));
  }
}
