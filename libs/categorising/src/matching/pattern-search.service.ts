import { Worker } from 'node:worker_threads';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FairQueue } from '@app/kernel';
import { LongWork, ServiceUnavailable } from '@app/kernel';
import { PatternSearchTooLong, PatternSearchesBusy } from '../categorising.problems.js';
import { compiledPattern } from './pattern.js';

/** Maximum CPU time per request. Searching 100,000 descriptions takes about 100 ms. */
const MAX_SEARCH_MS = 2_000;
const LETTERS_PER_JOB = 50_000;
/** Each workspace runs one search at a time, and up to eight more can wait. */
const SEARCHES = { capacity: Infinity, maxPerGroup: 1, maxWaitingPerGroup: 8, refusal: PatternSearchesBusy };

interface Looked {
  readonly job: number;
  readonly found: readonly number[];
  readonly looked: number;
  readonly tookMs: number;
}

export type Search = (pattern: string, texts: readonly string[]) => Promise<string[]>;

/**
 * Searches for patterns in a worker thread, so that the main thread can serve other requests. Workspaces take turns.
 * Searches do not hold a database connection, because `FindFirst` runs them outside transactions.
 */
@Injectable()
export class PatternSearch implements OnApplicationShutdown {
  private worker: Worker | undefined;
  private jobs = 0;
  private readonly running = new Map<number, { resolve: (looked: Looked) => void; reject: (error: Error) => void }>();
  private readonly queue: FairQueue;

  constructor(private readonly work: LongWork) {
    this.queue = work.queue('pattern_searches', SEARCHES);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  /**
   * Runs a search after the earlier searches of the workspace. Stops it if the client disconnects.
   * @throws PatternSearchTooLong if the search exceeds MAX_SEARCH_MS
   * @throws PatternSearchesBusy if the workspace's queue is full
   */
  run<T>(workspaceId: string, signal: AbortSignal | undefined, task: (search: Search) => Promise<T>): Promise<T> {
    return this.queue.run({ group: workspaceId, signal }, () => {
      refuseGone(signal);
      return task(this.budgeted(workspaceId, signal));
    });
  }

  private budgeted(workspaceId: string, signal: AbortSignal | undefined): Search {
    let leftMs = MAX_SEARCH_MS;
    return async (pattern, texts) => {
      const hits: string[] = [];
      for (const portion of portionsOf(texts)) {
        for (let rest = portion; rest.length > 0;) {
          refuseGone(signal);
          const slice = await this.work.step(workspaceId, () => this.inThread(pattern, rest));
          hits.push(...slice.found.map((at) => rest[at]!));
          rest = rest.slice(slice.looked);
          leftMs -= slice.tookMs;
          if (leftMs <= 0) throw PatternSearchTooLong();
        }
      }
      return hits;
    };
  }

  private inThread(pattern: string, texts: readonly string[]): Promise<Looked> {
    const worker = (this.worker ??= this.start());
    this.jobs += 1;
    const job = this.jobs;
    return new Promise((resolve, reject) => {
      this.running.set(job, { resolve, reject });
      worker.postMessage({ job, pattern, texts });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./pattern-search.worker.js', import.meta.url), {
      // Some Node options of the process are invalid for threads.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    // Lets the process exit while the worker is idle.
    worker.unref();
    worker.on('message', (looked: Looked) => {
      this.running.get(looked.job)?.resolve(looked);
      this.running.delete(looked.job);
    });
    worker.on('error', (error: Error) => this.giveUp(error));
    worker.on('exit', () => this.giveUp(new Error('the pattern search thread exited')));
    return worker;
  }

  /** Rejects the running searches. The next search starts a new thread. */
  private giveUp(error: Error): void {
    this.worker = undefined;
    for (const { reject } of this.running.values()) reject(error);
    this.running.clear();
  }
}

/** @throws ServiceUnavailable if the client has disconnected */
function refuseGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw Object.assign(ServiceUnavailable(), { cause: signal.reason as unknown });
}

/** Searches on the calling thread. Call it only for short searches (see `stepsOf`). */
export function searchHere(pattern: string, texts: readonly string[]): string[] {
  const compiled = compiledPattern(pattern);
  return texts.filter((text) => compiled.isIn(text));
}

export function stepsOf(pattern: string, texts: readonly string[]): number {
  return compiledPattern(pattern).size * texts.reduce((sum, text) => sum + text.length, 0);
}

function* portionsOf(texts: readonly string[]): Generator<readonly string[]> {
  let portion: string[] = [];
  let letters = 0;
  for (const text of texts) {
    portion.push(text);
    letters += text.length;
    if (letters < LETTERS_PER_JOB) continue;
    yield portion;
    [portion, letters] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}
