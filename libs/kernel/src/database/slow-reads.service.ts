import { Injectable } from '@nestjs/common';
import type { FairQueue } from '../queue/fair-queue.js';
import { LongWork } from '../queue/long-work.service.js';
import { knownAs, workAtHand } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import { Interrupted } from './interrupted-read.js';

/** Share of the connections for reads that were interrupted. Each workspace uses at most one of these connections. */
const SHARE = 0.2;
const MAX_WAITING_OF_ONE = 50;
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 60_000;

/**
 * Queues slow reads while other workspaces wait for connections. A read that has taken more than 0.8 s must release its
 * connection to a waiting workspace. When it is the read's turn, it runs again and cannot be interrupted (decision
 * 0036).
 */
@Injectable()
export class SlowReads {
  private readonly line: FairQueue;

  constructor(work: LongWork, { databasePool }: Settings) {
    this.line = work.queue('slow_reads', {
      ...{ capacity: Math.max(1, Math.floor(databasePool * SHARE)), maxPerGroup: 1 },
      ...{ maxWaitingPerGroup: MAX_WAITING_OF_ONE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
    });
  }

  /**
   * Runs a read, which may run twice.
   * @throws ServiceUnavailable if the read was interrupted and too many reads wait, or this one waits for too long
   */
  async run<T>(workspaceId: string, read: () => Promise<T>): Promise<T> {
    // A bulk change, or its dry run, has already waited for its turn.
    if (workspaceId === '' || workAtHand().isBulk) return read();
    try {
      return await knownAs({ mayBeInterrupted: true }, read);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      return this.line.run({ group: workspaceId }, read);
    }
  }
}
