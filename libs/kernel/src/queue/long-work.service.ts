import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Problem } from '../problem/problem.js';
import { ServiceUnavailable } from '../problem/http.problems.js';
import type { QueueFigures, QueueLimits } from './fair-queue.js';
import { FairQueue } from './fair-queue.js';
import { WorkspaceShares } from './workspace-shares.service.js';

/** Beside requests of others, long work rests after each step for so many times as long as that took, and no longer than this. */
const REST_TIMES = 2;
const MAX_REST_MS = 1_000;
/** So often a rest looks whether the others are still there. */
const REST_LOOK_MS = 50;

/**
 * Work that takes long, all of it in one place: its queues with their figures, and what ends it. It ends when no caller waits for
 * it, and when the service stops and cannot wait for it (decision 0047).
 */
@Injectable()
export class LongWork {
  private readonly queues = new Map<string, FairQueue>();
  /** All but one core work for those who wait for little. */
  private readonly steps = this.queue('long_work_steps', { capacity: Math.max(1, availableParallelism() - 1) });
  private readonly stopping = new AbortController();

  constructor(private readonly shares: WorkspaceShares) {
    this.queues.set('requests', shares.queue);
  }

  /**
   * Makes the queue of one kind of work.
   * @param work what the metrics call it
   */
  queue(work: string, limits: QueueLimits): FairQueue {
    const queue = new FairQueue(limits);
    this.queues.set(work, queue);
    return queue;
  }

  /** How each queue does, by what it is called. */
  figures(): (QueueFigures & { readonly work: string })[] {
    return [...this.queues].map(([work, queue]) => ({ work, ...queue.figures() }));
  }

  /**
   * Does one step of a long work, such as a portion of rows, when it is the workspace's turn: long work of all kinds together
   * leaves a core to short requests, and rests for twice the time of each step while other workspaces send some. A step waits only
   * for the database.
   */
  async step<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.steps.acquire({ group: workspaceId });
    const began = performance.now();
    try {
      return await work();
    } finally {
      void this.rest(workspaceId, performance.now() - began).then(release);
    }
  }

  /** The slot is kept meanwhile; the caller has what came of its step. */
  private async rest(workspaceId: string, tookMs: number): Promise<void> {
    const until = performance.now() + Math.min(MAX_REST_MS, tookMs * REST_TIMES);
    while (performance.now() < until && this.shares.areOthersServed(workspaceId)) {
      const left = until - performance.now();
      await new Promise((done) => setTimeout(done, Math.min(REST_LOOK_MS, left)).unref());
    }
  }

  /** Aborted when the client goes away, or when the service gives up what it has in hand; the reason is what to throw. */
  until(clientGone?: AbortSignal): AbortSignal {
    return AbortSignal.any([this.stopping.signal, ...(clientGone ? [clientGone] : [])]);
  }

  /** Ends all that is under way and waits: those who asked for it are told that the service stops. */
  giveUp(): void {
    const { extras } = ServiceUnavailable.example();
    this.stopping.abort(new Problem(ServiceUnavailable, 'The service is stopping. Send the request again.', extras));
  }
}
