import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import type { Release } from './fair-queue.js';
import { FairQueue, QUEUED } from './fair-queue.js';

/** Maximum concurrent requests of one workspace while other workspaces send requests. */
const MAX_BESIDE_OTHERS = 2;
/** Time after which a request gives up its slot, because it is probably waiting for a lock or a slow client. */
const MAX_SLOT_MS = 1_000;
/** Maximum number of waiting requests per workspace, and below it in total. */
const MAX_WAITING_OF_ONE = 500;
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 10_000;

interface Answer {
  readonly closed: boolean;
  once(event: 'close' | typeof QUEUED, listener: () => void): unknown;
  emit(event: typeof QUEUED): boolean;
}

/**
 * Limits concurrent requests per workspace (decision 0079). A workspace has no limit while it is the only active one.
 * While others send requests, it can run only two requests at once, so that a workspace never waits for more than two
 * requests of another.
 */
@Injectable()
export class WorkspaceShares {
  readonly queue = new FairQueue({
    ...{ capacity: Infinity, maxBesideOthers: MAX_BESIDE_OTHERS },
    ...{ maxWaitingPerGroup: MAX_WAITING_OF_ONE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
  });

  /**
   * Waits until it is the request's turn. The turn ends with the response, or after one second. Returns undefined if
   * the request can start immediately.
   * @throws ServiceUnavailable (as a rejection) if too many requests wait, or if this request waits for too long
   */
  enter(workspaceId: string, response: Answer): void | Promise<void> {
    const slot = this.queue.tryAcquire({ group: workspaceId });
    if (slot) return this.hold(slot, response);
    // A waiting request needs no slot in the request gate.
    response.emit(QUEUED);
    const signal = clientGone(response);
    return this.queue.acquire({ group: workspaceId, signal }).then((later) => this.hold(later, response));
  }

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
    // A request that waits in another queue is subject to the limits of that queue instead.
    response.once(QUEUED, end);
  }
}
