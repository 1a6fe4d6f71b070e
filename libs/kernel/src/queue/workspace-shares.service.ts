import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import type { Release } from './fair-queue.js';
import { FairQueue, QUEUED } from './fair-queue.js';

/** How many requests of one workspace are worked on at once while others send some, too. */
const MAX_BESIDE_OTHERS = 2;
/** A request that takes longer waits for something else than its turn, such as a lock or a slow client, and gives its slot up. */
const MAX_SLOT_MS = 1_000;
/** How many may wait: of one workspace, and of all. */
const MAX_WAITING_OF_ONE = 500;
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 10_000;

/** What is needed of a response. */
interface Answer {
  readonly closed: boolean;
  once(event: 'close' | typeof QUEUED, listener: () => void): unknown;
  emit(event: typeof QUEUED): boolean;
}

/**
 * The requests that are worked on, by workspace (decision 0079). A workspace that is alone has as many at once as it sends;
 * beside others it has two, so that however many it sends, others wait for two of them.
 */
@Injectable()
export class WorkspaceShares {
  readonly queue = new FairQueue({
    ...{ capacity: Infinity, maxBesideOthers: MAX_BESIDE_OTHERS },
    ...{ maxWaitingPerGroup: MAX_WAITING_OF_ONE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
  });

  /**
   * Waits for the turn of a request, which ends with its answer; undefined where that is now.
   * @throws ServiceUnavailable when too many of the workspace wait, or for too long; as a rejection
   */
  enter(workspaceId: string, response: Answer): void | Promise<void> {
    const slot = this.queue.tryAcquire({ group: workspaceId });
    if (slot) return this.hold(slot, response);
    // It needs no place at the gate before all requests meanwhile.
    response.emit(QUEUED);
    const signal = clientGone(response);
    return this.queue.acquire({ group: workspaceId, signal }).then((later) => this.hold(later, response));
  }

  /** Whether other workspaces send requests. */
  areOthersServed(workspaceId: string): boolean {
    return this.queue.hasOthers(workspaceId);
  }

  private hold(slot: Release, response: Answer): void {
    const late = setTimeout(slot, MAX_SLOT_MS).unref();
    const end = (): void => {
      clearTimeout(late);
      slot();
    };
    if (response.closed) return end();
    response.once('close', end);
    // What waits in a queue of its own has turns there.
    response.once(QUEUED, end);
  }
}
