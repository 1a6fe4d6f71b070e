import { Worker } from 'node:worker_threads';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { compiledPattern } from './pattern.js';

/** Steps that are taken at once, here: some milliseconds at worst, and mostly a hundredth of that. */
const STEPS_AT_ONCE = 50_000;
/** How many letters the thread takes at a time: the worst of patterns is done with them in seconds, and searches take turns. */
const LETTERS_PER_JOB = 50_000;

interface Found {
  readonly job: number;
  readonly places: number[];
}

/**
 * Looks for patterns in texts. A few short texts are looked at where they are; more go to a thread of their own, so that
 * other callers are answered meanwhile, whatever somebody's pattern costs.
 */
@Injectable()
export class PatternSearch implements OnApplicationShutdown {
  private worker: Worker | undefined;
  private jobs = 0;
  private readonly waiting = new Map<number, { resolve: (places: number[]) => void; reject: (error: Error) => void }>();

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  /**
   * Those of the folded texts in which the pattern is found.
   * @param betweenTimes is done now and then while a long search goes on
   */
  async search(pattern: string, texts: readonly string[], betweenTimes: () => Promise<unknown>): Promise<string[]> {
    const compiled = compiledPattern(pattern);
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    if (letters * compiled.size <= STEPS_AT_ONCE) return texts.filter((text) => compiled.isIn(text));
    const found: string[] = [];
    for (const some of jobsOf(texts)) {
      found.push(...(await this.inThread(pattern, some)).map((place) => some[place]!));
      await betweenTimes();
    }
    return found;
  }

  private inThread(pattern: string, texts: readonly string[]): Promise<number[]> {
    const worker = (this.worker ??= this.start());
    this.jobs += 1;
    const job = this.jobs;
    return new Promise((resolve, reject) => {
      this.waiting.set(job, { resolve, reject });
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
    worker.on('message', ({ job, places }: Found) => {
      this.waiting.get(job)?.resolve(places);
      this.waiting.delete(job);
    });
    worker.on('error', (error: Error) => this.giveUp(error));
    worker.on('exit', () => this.giveUp(new Error('the thread that looks for patterns ended')));
    return worker;
  }

  /** What was under way fails; the next search starts another thread. */
  private giveUp(error: Error): void {
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** The texts in portions of so many letters. */
function* jobsOf(texts: readonly string[]): Generator<string[]> {
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
