import { Worker } from 'node:worker_threads';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FairQueue } from '@app/kernel';
import { LongWork, ServiceUnavailable } from '@app/kernel';
import { PatternSearchTooLong, PatternSearchesBusy } from '../categorising.problems.js';
import { compiledPattern } from './pattern.js';

/** How much of the thread's time one request may take; a hundred thousand descriptions take a tenth of a second. */
const MAX_SEARCH_MS = 2_000;
/** How many letters the thread gets at once. */
const LETTERS_PER_JOB = 50_000;
/** Searches of one workspace go one after the other, and no more than so many wait. */
const SEARCHES = { capacity: Infinity, maxPerGroup: 1, maxWaitingPerGroup: 8, refusal: PatternSearchesBusy };

interface Looked {
  readonly job: number;
  readonly found: readonly number[];
  readonly looked: number;
  readonly tookMs: number;
}

/** Gives those of the folded texts in which a pattern is found. */
export type Search = (pattern: string, texts: readonly string[]) => Promise<string[]>;

/**
 * Looks for patterns in texts, in a thread of its own, so that other callers are answered meanwhile. Workspaces take turns
 * on the thread, and a request gets so much of its time. A search holds no connection: see `FindFirst`.
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
   * Searches for one request: after those that the workspace began before, and until its client has gone.
   * @throws PatternSearchTooLong when it takes more of the thread's time than a request has
   * @throws PatternSearchesBusy when too many searches of the workspace wait
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
      const found: string[] = [];
      for (const some of portionsOf(texts)) {
        for (let rest = some; rest.length > 0;) {
          refuseGone(signal);
          const slice = await this.work.step(workspaceId, () => this.inThread(pattern, rest));
          found.push(...slice.found.map((at) => rest[at]!));
          rest = rest.slice(slice.looked);
          leftMs -= slice.tookMs;
          if (leftMs <= 0) throw PatternSearchTooLong();
        }
      }
      return found;
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
      // What the process itself was started with need not suit a thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    // A process that has nothing else to do may end.
    worker.unref();
    worker.on('message', (looked: Looked) => {
      this.running.get(looked.job)?.resolve(looked);
      this.running.delete(looked.job);
    });
    worker.on('error', (error: Error) => this.giveUp(error));
    worker.on('exit', () => this.giveUp(new Error('the thread that looks for patterns ended')));
    return worker;
  }

  /** What was under way fails; the next search starts another thread. */
  private giveUp(error: Error): void {
    this.worker = undefined;
    for (const { reject } of this.running.values()) reject(error);
    this.running.clear();
  }
}

/** What a client is told that is no longer there to hear it. */
function refuseGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw Object.assign(ServiceUnavailable(), { cause: signal.reason as unknown });
}

/** Those of the texts in which the pattern is found, looked for at once: only for as few steps as `stepsOf` says. */
export function searchHere(pattern: string, texts: readonly string[]): string[] {
  const compiled = compiledPattern(pattern);
  return texts.filter((text) => compiled.isIn(text));
}

/** How many steps a search takes at most: each letter as many as the pattern's program has. */
export function stepsOf(pattern: string, texts: readonly string[]): number {
  return compiledPattern(pattern).size * texts.reduce((sum, text) => sum + text.length, 0);
}

/** The texts in portions of so many letters. */
function* portionsOf(texts: readonly string[]): Generator<readonly string[]> {
  let some: string[] = [];
  let letters = 0;
  for (const text of texts) {
    some.push(text);
    letters += text.length;
    if (letters < LETTERS_PER_JOB) continue;
    yield some;
    [some, letters] = [[], 0];
  }
  if (some.length > 0) yield some;
}
