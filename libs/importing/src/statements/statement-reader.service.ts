import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { FairQueue, Release } from '@app/kernel';
import { Log, LongWork } from '@app/kernel';
import { ImportPasswordRequired, ImportsBusy, ImportSectionRequired, ImportUnreadable } from '../importing.problems.js';
import type { ReadingHead } from './statement-rows.js';
import { storedReading } from './statement-rows.js';
import {
  movable,
  openStatement,
  recognisedFormat,
  type StatementFormat,
  StatementUnreadable,
} from '@app/statement-files';
import type { PdfSection, ReadingOptions } from '@app/statement-files';

const KIB = 1024;
/**
 * Minimum file size for reading in a thread. Reading a smaller file takes less time than starting a thread. An xlsx
 * file always needs a thread, because it may expand a thousandfold.
 */
const THREAD_FROM_BYTES: Readonly<Record<StatementFormat, number>> = {
  csv: 128 * KIB,
  xlsx: 0,
  xls: 64 * KIB,
  html: 128 * KIB,
  ofx: 128 * KIB,
  qif: 128 * KIB,
  camt053: 128 * KIB,
  pdf: 0,
};
/** Maximum heap of a thread. The largest statements need two thirds of it. */
const LARGEST_HEAP_MIB = 256;
const YOUNG_HEAP_MIB = 8;
/** Larger files and compressed files are read one at a time to limit memory. */
const LARGE_FROM_BYTES = 1024 * KIB;
/**
 * Limits of concurrent readings: two files at once, of different workspaces. Together with up to three exports, they
 * use half of a pool of ten connections.
 */
const READINGS = { capacity: 2, maxPerGroup: 1, maxWaiting: 200, maxWaitingPerGroup: 50, refusal: ImportsBusy };

/** Maximum time to read a PDF, because even a small PDF can take long. */
const MAX_PDF_MS = 25_000;

type Answer =
  | { head: ReadingHead; bytes: Uint8Array }
  | { unreadable: { what: string; where: string | null } }
  | { sections: readonly PdfSection[] }
  | { passwordRequired: true };

export interface OpenReading extends ReadingHead {
  readonly bytes: Uint8Array;
  /** Yields the rows as chunks of JSON. Can be called several times. */
  chunks(): AsyncGenerator<string>;
  close(): Promise<void>;
}

type ThreadOptions = ReadingOptions & { readonly password: string | undefined };

export interface ReadingCaller {
  readonly workspaceId: string;
  readonly clientGone?: AbortSignal;
  /** Password of an encrypted PDF. Never stored. */
  readonly password?: string;
}

/** Reads large files in a thread. Workspaces take turns. A file keeps its turn until the caller closes it. */
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
   * Opens a statement. The caller must close the returned reading, which owns the bytes.
   * @throws ImportUnreadable
   * @throws ImportsBusy if too many files are waiting
   */
  async open(
    bytes: Uint8Array,
    options: ReadingOptions,
    { workspaceId, clientGone, password }: ReadingCaller,
  ): Promise<OpenReading> {
    const signal = this.work.until(clientGone);
    const format = recognisedFormat(bytes);
    const request = { group: workspaceId, signal };
    // Waits for the large queue first. Otherwise, a waiting large file would block smaller ones.
    const queues = isLarge(bytes, format) ? [this.large, this.readings] : [this.readings];
    const turns: Release[] = [];
    const release = () => turns.forEach((turn) => turn());
    try {
      for (const queue of queues) turns.push(await queue.acquire(request));
      return needsThread(bytes, format)
        ? await this.work.step(workspaceId, () => this.openInThread(bytes, { ...options, password }, signal, release))
        : openHere(bytes, options, signal, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async openInThread(
    bytes: Uint8Array,
    options: ThreadOptions,
    signal: AbortSignal,
    release: Release,
  ): Promise<OpenReading> {
    const isPdf = recognisedFormat(bytes) === 'pdf';
    const thread = new ReadingThread(bytes, options, signal, this.log);
    const close = once(async () => {
      await thread.end();
      release();
    });
    try {
      const { head, bytes: file } = readable(await (isPdf ? inTime(thread.head()) : thread.head()));
      return { ...head, bytes: file, chunks: () => thread.chunks(), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

class ReadingThread {
  private readonly worker: Worker;
  /** Rejects when the thread fails. Never resolves. */
  private readonly failure: Promise<never>;

  constructor(bytes: Uint8Array, options: ThreadOptions, signal: AbortSignal, log: Log) {
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
        log.warn({ bytes: size }, 'a statement file exceeded the memory limit of its reader');
        return reject(ImportUnreadable('reading it takes too much memory', null));
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

async function inTime(head: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(ImportUnreadable('reading it takes too long', null)), MAX_PDF_MS);
  return Promise.race([head, late.promise]).finally(() => clearTimeout(timer));
}

function readable(answer: Answer): { head: ReadingHead; bytes: Uint8Array } {
  if ('head' in answer) return answer;
  if ('passwordRequired' in answer) throw ImportPasswordRequired();
  if ('sections' in answer) throw ImportSectionRequired(answer.sections);
  throw ImportUnreadable(answer.unreadable.what, answer.unreadable.where);
}

/** True for large and compressed files. The size of a compressed file does not limit the memory that it needs. */
function isLarge(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return bytes.length >= LARGE_FROM_BYTES || format === 'xlsx' || format === 'pdf';
}

/** False for small files, and for unsupported files, which are rejected immediately. */
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
