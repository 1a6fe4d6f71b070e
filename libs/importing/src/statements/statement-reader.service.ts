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
/** Maximum time to open a PDF, to read a page, and to find the tables. A page takes milliseconds. */
const PDF_STEP_MS = 5_000;
/** Additional time per mebibyte, because a large file takes longer to open. */
const PDF_STEP_MS_PER_MIB = 500;
const PDF_LOOK_MS = 100;

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
  /** Holds back further large files of a workspace, so that another workspace waits for only one of them. */
  private readonly ownLarge: FairQueue;

  constructor(
    private readonly log: Log,
    private readonly work: LongWork,
  ) {
    this.readings = work.queue('import_readings', READINGS);
    this.large = work.queue('large_import_readings', { ...READINGS, capacity: 1 });
    this.ownLarge = work.queue('own_large_import_readings', { ...READINGS, capacity: Infinity });
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
    const turns: Release[] = [];
    const release = () => turns.forEach((turn) => turn());
    const inThread = () => this.openInThread(bytes, { ...options, password }, signal, release);
    try {
      // Waits for the large queues first. Otherwise, a waiting large file would block smaller ones.
      const queues = isLarge(bytes, format) ? [this.ownLarge, this.large] : [];
      for (const queue of queues) turns.push(await queue.acquire(request));
      // A hostile PDF takes seconds, during which it must not block the smaller files and the steps of other work.
      const pdf = format === 'pdf' ? await inThread() : null;
      turns.push(await this.readings.acquire(request));
      if (pdf !== null) return pdf;
      return needsThread(bytes, format)
        ? await this.work.step(workspaceId, inThread)
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
    const [isPdf, size] = [recognisedFormat(bytes) === 'pdf', bytes.length];
    const thread = new ReadingThread(bytes, options, signal, this.log);
    const close = once(async () => {
      await thread.end();
      release();
    });
    try {
      const { head, bytes: file } = readable(await (isPdf ? inTime(thread, size) : thread.head()));
      return { ...head, bytes: file, chunks: () => thread.chunks(), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

class ReadingThread {
  /** Number of pages that the thread began to read. */
  private readonly progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly worker: Worker;
  /** Rejects when the thread fails. Never resolves. */
  private readonly failure: Promise<never>;

  constructor(bytes: Uint8Array, options: ThreadOptions, signal: AbortSignal, log: Log) {
    const size = bytes.length;
    this.worker = new Worker(new URL('./statement-reading.worker.js', import.meta.url), {
      workerData: { bytes, options, progress: this.progress },
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

  pagesBegun(): number {
    return Atomics.load(this.progress, 0);
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

/** Waits for a PDF. Ends the wait if the file, or one step of its reading, takes too long. */
async function inTime(thread: ReadingThread, size: number): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const stepMs = PDF_STEP_MS + (size / (1024 * KIB)) * PDF_STEP_MS_PER_MIB;
  const began = performance.now();
  let step = { pages: 0, began };
  const timer = setInterval(() => {
    const now = performance.now();
    const pages = thread.pagesBegun();
    if (pages !== step.pages) step = { pages, began: now };
    if (now - step.began < stepMs && now - began < MAX_PDF_MS) return;
    late.reject(ImportUnreadable('reading it takes too long', null));
  }, PDF_LOOK_MS);
  return Promise.race([thread.head(), late.promise]).finally(() => clearInterval(timer));
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
