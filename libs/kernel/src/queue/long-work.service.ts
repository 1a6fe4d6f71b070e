import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Problem } from '../problem/problem.js';
import { ServiceUnavailable } from '../problem/http.problems.js';
import type { QueueFigures, QueueLimits } from './fair-queue.js';
import { FairQueue } from './fair-queue.js';
import { WorkspaceShares } from './workspace-shares.service.js';

/** Pause of long work after each step while other workspaces send requests, as a multiple of the step's duration. */
const REST_TIMES = 2;
const MAX_REST_MS = 1_000;
const REST_LOOK_MS = 50;

/** Calculations that run at once, of different workspaces, because each keeps the process busy. */
const CALCULATIONS = {
  ...{ capacity: 2, maxPerGroup: 1, maxWaiting: 500, maxWaitingPerGroup: 50 },
  maxWaitMs: 10_000,
};

/**
 * Queues, measures and cancels long work. Long work stops if its caller disconnects or the service shuts down (decision
 * 0047).
 */
@Injectable()
export class LongWork {
  private readonly queues = new Map<string, FairQueue>();
  private readonly steps = this.queue('long_work_steps', { capacity: Math.max(1, availableParallelism() - 1) });
  private readonly calculations = this.queue('calculations', CALCULATIONS);
  private readonly stopping = new AbortController();

  constructor(private readonly shares: WorkspaceShares) {
    this.queues.set('requests', shares.queue);
  }

  queue(work: string, limits: QueueLimits): FairQueue {
    const queue = new FairQueue(limits);
    this.queues.set(work, queue);
    return queue;
  }

  figures(): (QueueFigures & { readonly work: string })[] {
    return [...this.queues].map(([work, queue]) => ({ work, ...queue.figures() }));
  }

  /**
   * Runs one step of long work, such as a batch of rows, when it is the workspace's turn. Long work leaves one core
   * free for short requests. While other workspaces send requests, it pauses after each step for twice the step's
   * duration. A step must not wait for anything but the database.
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

  /**
   * Runs a calculation over many accounts and days, such as a forecast, when it is the workspace's turn.
   * @throws ServiceUnavailable if too many calculations wait, or if this one waits for too long
   */
  calculate<T>(workspaceId: string, calculation: () => Promise<T>): Promise<T> {
    return this.calculations.run({ group: workspaceId }, calculation);
  }

  /** Keeps the slot occupied while other workspaces send requests, although the caller already has its result. */
  private async rest(workspaceId: string, tookMs: number): Promise<void> {
    const until = performance.now() + Math.min(MAX_REST_MS, tookMs * REST_TIMES);
    while (performance.now() < until && this.shares.areOthersServed(workspaceId)) {
      const left = until - performance.now();
      await new Promise((done) => setTimeout(done, Math.min(REST_LOOK_MS, left)).unref());
    }
  }

  /**
   * Returns a signal that aborts when the client disconnects or the service cancels its work. The reason of the signal
   * is the error to throw.
   */
  until(clientGone?: AbortSignal): AbortSignal {
    return AbortSignal.any([this.stopping.signal, ...(clientGone ? [clientGone] : [])]);
  }

  /** Aborts all running and waiting work with an error that says that the service is stopping. */
  giveUp(): void {
    const { extras } = ServiceUnavailable.example();
    this.stopping.abort(new Problem(ServiceUnavailable, 'The service is stopping. Send the request again.', extras));
  }
}
