import { Injectable } from '@nestjs/common';
import type { FairQueue, Release } from '@app/kernel';
import { Log, LongWork } from '@app/kernel';
import { ImportPasswordRequired, ImportsBusy, ImportSectionRequired, ImportUnreadable } from '../importing.problems.js';
import type { Answer, ChunkRequest, ProcessOptions, Refusal } from './reading-process.launcher.js';
import { ReadingProcess } from './reading-process.launcher.js';
import type { ReadingHead } from './statement-rows.js';
import { storedReading } from './statement-rows.js';
import { openStatement, recognisedFormat, type StatementFormat, StatementUnreadable } from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

const KIB = 1024;
/**
 * Minimum file size for reading in a process. Reading a smaller file takes less time than starting a process. An xlsx
 * file always needs a process, because it may expand a thousandfold.
 */
const PROCESS_FROM_BYTES: Readonly<Record<StatementFormat, number>> = {
  csv: 128 * KIB,
  xlsx: 0,
  xls: 64 * KIB,
  html: 128 * KIB,
  ofx: 128 * KIB,
  qif: 128 * KIB,
  camt053: 128 * KIB,
  pdf: 0,
};
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

export interface OpenReading extends ReadingHead {
  /** Yields the rows as chunks of JSON. Can be called several times. @throws ImportUnreadable */
  chunks(): AsyncGenerator<string>;
  close(): Promise<void>;
}

export interface ReadingCaller {
  readonly workspaceId: string;
  readonly clientGone?: AbortSignal;
  /** Password of an encrypted PDF. Never stored. */
  readonly password?: string;
}

/** Reads large files in a process. Workspaces take turns. A file keeps its turn until the caller closes it. */
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
   * Opens a statement. The caller must close the returned reading.
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
    const inProcess = () => this.openInProcess(bytes, { ...options, password }, signal, release);
    try {
      // Waits for the large queues first. Otherwise, a waiting large file would block smaller ones.
      const queues = isLarge(bytes, format) ? [this.ownLarge, this.large] : [];
      for (const queue of queues) turns.push(await queue.acquire(request));
      // A hostile PDF takes seconds, during which it must not block the smaller files and the steps of other work.
      const pdf = format === 'pdf' ? await inProcess() : null;
      turns.push(await this.readings.acquire(request));
      if (pdf !== null) return pdf;
      return needsProcess(bytes, format)
        ? await this.work.step(workspaceId, inProcess)
        : openHere(bytes, options, signal, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async openInProcess(
    bytes: Uint8Array,
    options: ProcessOptions,
    signal: AbortSignal,
    release: Release,
  ): Promise<OpenReading> {
    const [isPdf, size] = [recognisedFormat(bytes) === 'pdf', bytes.length];
    const child = new ReadingProcess({ bytes, options }, signal, () => {
      this.log.warn({ bytes: size }, 'a statement file exceeded the memory limit of its reader');
      return ImportUnreadable('reading it takes too much memory', null);
    });
    const close = once(async () => {
      await child.end();
      release();
    });
    try {
      const head = readable(await (isPdf ? inTime(child, size) : child.head()));
      return { ...head, chunks: () => chunksOf(child), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= action());
}

/** Waits for a PDF. Ends the wait if the file, or one step of its reading, takes too long. */
async function inTime(child: ReadingProcess, size: number): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const stepMs = PDF_STEP_MS + (size / (1024 * KIB)) * PDF_STEP_MS_PER_MIB;
  const began = performance.now();
  let step = { pages: 0, began };
  const timer = setInterval(() => {
    const now = performance.now();
    const pages = child.pagesBegun;
    if (pages !== step.pages) step = { pages, began: now };
    if (now - step.began < stepMs && now - began < MAX_PDF_MS) return;
    late.reject(ImportUnreadable('reading it takes too long', null));
  }, PDF_LOOK_MS);
  return Promise.race([child.head(), late.promise]).finally(() => clearInterval(timer));
}

function readable(answer: Answer): ReadingHead {
  if ('head' in answer) return answer.head;
  throw errorOf(answer);
}

function errorOf(answer: Refusal): Error {
  if ('passwordRequired' in answer) return ImportPasswordRequired();
  if ('sections' in answer) return ImportSectionRequired(answer.sections);
  return ImportUnreadable(answer.unreadable.what, answer.unreadable.where);
}

async function* chunksOf(child: ReadingProcess): AsyncGenerator<string> {
  for (let request: ChunkRequest = 'first'; ; request = 'next') {
    const chunk = await child.chunk(request);
    if (chunk === null) return;
    if (typeof chunk !== 'string') throw errorOf(chunk);
    yield chunk;
  }
}

/** True for large and compressed files. The size of a compressed file does not limit the memory that it needs. */
function isLarge(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return bytes.length >= LARGE_FROM_BYTES || format === 'xlsx' || format === 'pdf';
}

/** False for small files, and for unsupported files, which are rejected immediately. */
function needsProcess(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return format !== null && bytes.length >= PROCESS_FROM_BYTES[format];
}

function openHere(bytes: Uint8Array, options: ReadingOptions, signal: AbortSignal, release: Release): OpenReading {
  try {
    const { head, chunks } = storedReading(openStatement(bytes, options), bytes.length);
    async function* checked(): AsyncGenerator<string> {
      try {
        for (const rows of chunks()) {
          signal.throwIfAborted();
          yield rows;
        }
      } catch (error) {
        throw refusalOf(error);
      }
    }
    return { ...head, chunks: checked, close: () => Promise.resolve(release()) };
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  return error instanceof StatementUnreadable ? ImportUnreadable(error.what, error.where) : error;
}
