import { Injectable } from '@nestjs/common';
import { clientGone } from './client-gone.js';
import type { Release } from './fair-queue.js';
import { FairQueue, QUEUED } from './fair-queue.js';

/** Concurrent requests of one workspace while others send requests. */
const MAX_BESIDE_OTHERS = 2;
/** A longer request releases its slot, because it waits for something else, such as a lock or a slow client. */
const MAX_SLOT_MS = 1_000;
/** Maximum number of waiting requests: of one workspace, and of all. */
const MAX_WAITING_OF_ONE = 500;
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 10_000;

interface Answer {
  readonly closed: boolean;
  once(event: 'close' | typeof QUEUED, listener: () => void): unknown;
  emit(event: typeof QUEUED): boolean;
}

/**
 * Limits concurrent requests by workspace (decision 0079). A single active workspace has no limit. While others send
 * requests, it has two concurrent requests, so others never wait for more than two.
 */
@Injectable()
export class WorkspaceShares {
  readonly queue = new FairQueue({
    ...{ capacity: Infinity, maxBesideOthers: MAX_BESIDE_OTHERS },
    ...{ maxWaitingPerGroup: MAX_WAITING_OF_ONE, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
  });

  /**
   * Waits for the request's turn, which ends with the response; undefined if it starts now.
   * @throws ServiceUnavailable (as a rejection) if too many wait, or for too long
   */
  enter(workspaceId: string, response: Answer): void | Promise<void> {
    const slot = this.queue.tryAcquire({ group: workspaceId });
    if (slot) return this.hold(slot, response);
    // While it waits, it needs no slot at the gate before all requests.
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
    // A request in another queue takes its turns there.
    response.once(QUEUED, end);
  }
}
