import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { FairQueue, Release } from '@app/kernel';
import { Log, LongWork } from '@app/kernel';
import { ImportsBusy, ImportUnreadable } from '../importing.problems.js';
import type { ReadingHead } from './statement-rows.js';
import { storedReading } from './statement-rows.js';
import {
  movable,
  openStatement,
  recognisedFormat,
  type StatementFormat,
  StatementUnreadable,
} from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

const KIB = 1024;
/**
 * Smaller files are read at once: starting a thread would take longer. What is packed may become a thousand times as much,
 * so its size says nothing.
 */
const THREAD_FROM_BYTES: Readonly<Record<StatementFormat, number>> = {
  csv: 128 * KIB,
  xlsx: 0,
  xls: 64 * KIB,
  html: 128 * KIB,
  ofx: 128 * KIB,
  qif: 128 * KIB,
  camt053: 128 * KIB,
};
/** A bound behind the bounds that the readers have: the largest statements need two thirds of it. */
const LARGEST_HEAP_MIB = 256;
const YOUNG_HEAP_MIB = 8;
/** Larger files, and packed ones, are read one at a time, so that many of them cannot take all the memory. */
const LARGE_FROM_BYTES = 1024 * KIB;
/**
 * How many files are read and entered at once, each of another workspace: with three exports, they hold half of ten
 * connections. Smaller files need not wait for a large one, because no other is beside it.
 */
const READINGS = { capacity: 2, maxPerGroup: 1, maxWaiting: 200, maxWaitingPerGroup: 50, refusal: ImportsBusy };

type Answer = { head: ReadingHead; bytes: Uint8Array } | { unreadable: { what: string; where: string | null } };

/** A file that was read, and whose rows are there until it is closed. */
export interface OpenReading extends ReadingHead {
  /** The file itself. */
  readonly bytes: Uint8Array;
  /** The rows as chunks of JSON, in their order; they may be walked through again. */
  chunks(): AsyncGenerator<string>;
  /** Closes the file. The next caller in the queue waits for that. */
  close(): Promise<void>;
}

/** Whose turn a reading takes, and what ends it. */
export interface ReadingCaller {
  readonly workspaceId: string;
  /** Ends the reading, and what is done with its rows, when the client goes away. */
  readonly clientGone?: AbortSignal;
}

/**
 * Reads statement files, large ones in a thread of their own, so that other callers are answered meanwhile. Workspaces take
 * turns; a file has its turn until it is closed, which is when its rows are entered.
 */
@Injectable()
export class StatementReader {
  private readonly readings: FairQueue;
  private readonly large: FairQueue;

  constructor(
    private readonly log: Log,
    private readonly work: LongWork,
  ) {
    this.readings = work.queue('import_readings', READINGS);
    this.large = work.queue('large_import_readings', { ...READINGS, capacity: 1 });
  }

  /**
   * Reads a file but its rows, when it is the workspace's turn. The caller closes the file that it gets.
   * @param bytes taken over: what is answered has the file from then on
   * @throws ImportUnreadable saying what is wrong with the file and where
   * @throws ImportsBusy when too many wait for their turn
   */
  async open(
    bytes: Uint8Array,
    options: ReadingOptions,
    { workspaceId, clientGone }: ReadingCaller,
  ): Promise<OpenReading> {
    const signal = this.work.until(clientGone);
    const format = recognisedFormat(bytes);
    const request = { group: workspaceId, signal };
    // In this order: who waits for the one large file must not take a turn from smaller ones.
    const queues = isLarge(bytes, format) ? [this.large, this.readings] : [this.readings];
    const turns: Release[] = [];
    const release = () => turns.forEach((turn) => turn());
    try {
      for (const queue of queues) turns.push(await queue.acquire(request));
      return needsThread(bytes, format)
        ? await this.work.step(workspaceId, () => this.openInThread(bytes, options, signal, release))
        : openHere(bytes, options, signal, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async openInThread(
    bytes: Uint8Array,
    options: ReadingOptions,
    signal: AbortSignal,
    release: Release,
  ): Promise<OpenReading> {
    const thread = new ReadingThread(bytes, options, signal, this.log);
    const close = once(async () => {
      await thread.end();
      release();
    });
    try {
      const { head, bytes: file } = readable(await thread.head());
      return { ...head, bytes: file, chunks: () => thread.chunks(), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

/** A thread that reads one file and hands its rows over chunk by chunk, each when it is asked for. */
class ReadingThread {
  private readonly worker: Worker;
  /** Never answers; rejects when the thread fails, whenever that is. */
  private readonly failure: Promise<never>;

  constructor(bytes: Uint8Array, options: ReadingOptions, signal: AbortSignal, log: Log) {
    const size = bytes.length;
    this.worker = new Worker(new URL('./statement-reading.worker.js', import.meta.url), {
      workerData: { bytes, options },
      transferList: movable(bytes),
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    });
    this.failure = new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      this.worker.once('error', (error: Error & { code?: string }) => {
        if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
        log.warn({ bytes: size }, 'a statement file needed more memory than a reader has');
        return reject(ImportUnreadable('reading it takes more memory than there is for one file', null));
      });
    });
    this.failure.catch(() => undefined);
  }

  head(): Promise<Answer> {
    return this.answer();
  }

  async *chunks(): AsyncGenerator<string> {
    for (let at = 0; ; at += 1) {
      this.worker.postMessage(at);
      const chunk = await this.answer<string | null>();
      if (chunk === null) return;
      yield chunk;
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private answer<Said>(): Promise<Said> {
    return Promise.race([new Promise<Said>((resolve) => this.worker.once('message', resolve)), this.failure]);
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= action());
}

function readable(answer: Answer): { head: ReadingHead; bytes: Uint8Array } {
  if ('head' in answer) return answer;
  throw ImportUnreadable(answer.unreadable.what, answer.unreadable.where);
}

/** Whether reading might take much memory. The size of what is packed says nothing. */
function isLarge(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return bytes.length >= LARGE_FROM_BYTES || format === 'xlsx';
}

/** Whether reading might keep others waiting. What no reader takes is refused at once. */
function needsThread(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return format !== null && bytes.length >= THREAD_FROM_BYTES[format];
}

function openHere(bytes: Uint8Array, options: ReadingOptions, signal: AbortSignal, release: Release): OpenReading {
  try {
    const { head, chunk } = storedReading(openStatement(bytes, options), bytes.length);
    async function* chunks(): AsyncGenerator<string> {
      for (let at = 0, rows = chunk(at); rows !== null; at += 1, rows = chunk(at)) {
        signal.throwIfAborted();
        yield rows;
      }
    }
    return { ...head, bytes, chunks, close: () => Promise.resolve(release()) };
  } catch (error) {
    if (error instanceof StatementUnreadable) throw ImportUnreadable(error.what, error.where);
    throw error;
  }
}
