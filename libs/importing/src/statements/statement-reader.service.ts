import { Injectable } from '@nestjs/common';
import type { FairQueue, Release, SlotRequest } from '@app/kernel';
import { Log, LongWork } from '@app/kernel';
import { ImportPasswordRequired, ImportsBusy, ImportSectionRequired, ImportUnreadable } from '../importing.problems.js';
import type { Answer, ChunkRequest, ReadingTask, Refusal } from './reading-process.launcher.js';
import { ReadingProcess } from './reading-process.launcher.js';
import type { ReadingHead } from './statement-rows.js';
import { storedReading } from './statement-rows.js';
import { openStatement, recognisedFormat, type StatementFormat, StatementUnreadable } from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

const KIB = 1024;
const LINE_FEED = 10;
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
const READINGS = {
  ...{ capacity: 2, maxPerGroup: 1, maxWaiting: 200, maxWaitingPerGroup: 50 },
  ...{ maxWaitMs: 60_000, refusal: ImportsBusy },
};

/** Writing more rows takes so long that a large file with more rows is read in the slow lane. */
const MAX_ROWS_IN_TURN = 10_000;
/** A large file loses its turn after this time if another workspace waits for it. */
const TURN_MS = 1_500;
/** Maximum time to open a file. Even a small PDF can take long. The largest statements take about three seconds. */
const MAX_OPENING_MS = { pdf: 10_000, other: 30_000 };
const MAX_OPENING_MS_PER_MIB = 750;
/** Maximum time to open a PDF, to read a page, and to find the tables. A page takes milliseconds. */
const PDF_STEP_MS = 5_000;
const PDF_STEP_MS_PER_MIB = 500;
const LOOK_MS = 100;
/** Maximum time to read a chunk of rows, which takes milliseconds. */
const MAX_CHUNK_MS = 30_000;
/** Maximum memory of a process. Its heap is limited, but buffers of PDF streams are not part of the heap. */
const MAX_RESIDENT_MIB = 512;

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

interface LargeTask {
  readonly task: ReadingTask;
  readonly request: SlotRequest & { readonly group: string; readonly signal: AbortSignal };
}

interface ReadingInLane {
  readonly reading: OpenReading;
  readonly leaveLane: Release;
}

/** Thrown if a file takes long while another workspace waits. */
class TurnLost extends Error {}

/**
 * Reads large files in a process. Workspaces take turns to open them. Files that are slow to open, or that have many
 * rows, use a separate lane (decision 0125).
 */
@Injectable()
export class StatementReader {
  private readonly readings: FairQueue;
  private readonly large: FairQueue;
  private readonly slow: FairQueue;
  /** Holds back further large files of a workspace, so that another workspace waits for only one of them. */
  private readonly ownLarge: FairQueue;

  constructor(
    private readonly log: Log,
    private readonly work: LongWork,
  ) {
    this.readings = work.queue('import_readings', READINGS);
    this.large = work.queue('large_import_readings', { ...READINGS, capacity: 1 });
    this.slow = work.queue('slow_import_readings', { ...READINGS, capacity: 1 });
    this.ownLarge = work.queue('own_large_import_readings', { ...READINGS, capacity: Infinity });
  }

  /**
   * Opens a statement. The caller must close the returned reading.
   * @throws ImportUnreadable
   * @throws ImportsBusy if too many files are waiting, or this one has waited for too long
   */
  async open(
    bytes: Uint8Array,
    options: ReadingOptions,
    { workspaceId, clientGone, password }: ReadingCaller,
  ): Promise<OpenReading> {
    const signal = this.work.until(clientGone);
    const format = recognisedFormat(bytes);
    const request = { group: workspaceId, signal };
    const task = { bytes, options: { ...options, password } };
    if (isLarge(bytes, format)) return this.openLarge({ task, request });
    const release = await this.readings.acquire(request);
    try {
      const reading = needsProcess(bytes, format)
        ? await this.openInProcess(task, signal)
        : openHere(bytes, options, signal);
      return { ...reading, close: () => reading.close().finally(release) };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Opens a large file before it takes a place of smaller files, because a hostile file takes seconds. A file with many
   * rows stays in the slow lane until it is closed, so that such files never hold both places.
   */
  private async openLarge(large: LargeTask): Promise<OpenReading> {
    const own = await this.ownLarge.acquire(large.request);
    let opened: ReadingInLane | undefined;
    try {
      const { reading, leaveLane } = (opened = await this.openInLane(large));
      const place = await this.readings.acquire(large.request);
      const held = [place, own];
      if (hasManyRows(reading)) held.push(leaveLane);
      else leaveLane();
      const close = () => reading.close().finally(() => held.forEach((release) => release()));
      return { ...reading, close };
    } catch (error) {
      await opened?.reading.close();
      opened?.leaveLane();
      own();
      throw error;
    }
  }

  private async openInLane(large: LargeTask): Promise<ReadingInLane> {
    const opened = hasManyLines(large.task.bytes) ? null : await this.openInTurn(large);
    if (opened !== null) return opened;
    const { task, request } = large;
    const leaveLane = await this.slow.acquire(request);
    try {
      return { reading: await this.openInProcess(task, request.signal), leaveLane };
    } catch (error) {
      leaveLane();
      throw error;
    }
  }

  /** Returns null if the file belongs in the slow lane, and that lane is not free. */
  private async openInTurn({ task, request }: LargeTask): Promise<ReadingInLane | null> {
    const { group, signal } = request;
    const leaveLane = await this.large.acquire(request);
    try {
      const reading = await this.openInProcess(task, signal, () => this.large.hasOthers(group));
      if (!hasManyRows(reading)) return { reading, leaveLane };
      const leaveSlowLane = this.slow.tryAcquire(request);
      if (leaveSlowLane === null) await reading.close();
      leaveLane();
      return leaveSlowLane && { reading, leaveLane: leaveSlowLane };
    } catch (error) {
      leaveLane();
      if (error instanceof TurnLost) return null;
      throw error;
    }
  }

  /** @param areOthersWaiting ends the reading after TURN_MS if true */
  private async openInProcess(
    task: ReadingTask,
    signal: AbortSignal,
    areOthersWaiting: () => boolean = () => false,
  ): Promise<OpenReading> {
    const child = new ReadingProcess(task, signal, () => this.outOfMemory(task));
    try {
      const head = readable(await this.head(child, task, areOthersWaiting));
      return { ...head, chunks: () => chunksOf(child), close: () => child.end() };
    } catch (error) {
      await child.end();
      throw error;
    }
  }

  /** Waits for the head. Ends the wait if the file, or one step of its reading, takes too much time or memory. */
  private async head(child: ReadingProcess, task: ReadingTask, areOthersWaiting: () => boolean): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const isPdf = recognisedFormat(task.bytes) === 'pdf';
    const mib = task.bytes.length / (1024 * KIB);
    const stepMs = isPdf ? PDF_STEP_MS + mib * PDF_STEP_MS_PER_MIB : Infinity;
    const openingMs = (isPdf ? MAX_OPENING_MS.pdf : MAX_OPENING_MS.other) + mib * MAX_OPENING_MS_PER_MIB;
    const began = performance.now();
    let step = { pages: 0, began };
    const timer = setInterval(() => {
      const now = performance.now();
      const pages = child.pagesBegun;
      if (pages !== step.pages) step = { pages, began: now };
      if (child.residentMib() > MAX_RESIDENT_MIB) late.reject(this.outOfMemory(task));
      else if (now - step.began > stepMs || now - began > openingMs) late.reject(tooSlow());
      else if (now - began > TURN_MS && areOthersWaiting()) late.reject(new TurnLost());
    }, LOOK_MS);
    return Promise.race([child.head(), late.promise]).finally(() => clearInterval(timer));
  }

  private outOfMemory({ bytes }: ReadingTask): Error {
    this.log.warn({ bytes: bytes.length }, 'a statement file exceeded the memory limit of its reader');
    return ImportUnreadable('reading it takes too much memory', null);
  }
}

const tooSlow = () => ImportUnreadable('reading it takes too long', null);

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
    const chunk = await inTime(child.chunk(request));
    if (chunk === null) return;
    if (typeof chunk !== 'string') throw errorOf(chunk);
    yield chunk;
  }
}

function inTime<T>(chunk: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooSlow()), MAX_CHUNK_MS);
  return Promise.race([chunk, late.promise]).finally(() => clearTimeout(timer));
}

/** True for large and compressed files. The size of a compressed file does not limit the memory that it needs. */
function isLarge(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return bytes.length >= LARGE_FROM_BYTES || format === 'xlsx' || format === 'pdf';
}

const hasManyRows = ({ rowCount }: ReadingHead): boolean => rowCount > MAX_ROWS_IN_TURN;

/** True for a CSV file with many lines. The rows of other formats are counted only when the file is open. */
function hasManyLines(bytes: Uint8Array): boolean {
  if (recognisedFormat(bytes) !== 'csv') return false;
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if ((lines += 1) > MAX_ROWS_IN_TURN) return true;
  }
  return false;
}

/** False for small files, and for unsupported files, which are rejected immediately. */
function needsProcess(bytes: Uint8Array, format: StatementFormat | null): boolean {
  return format !== null && bytes.length >= PROCESS_FROM_BYTES[format];
}

function openHere(bytes: Uint8Array, options: ReadingOptions, signal: AbortSignal): OpenReading {
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
    return { ...head, chunks: checked, close: () => Promise.resolve() };
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  return error instanceof StatementUnreadable ? ImportUnreadable(error.what, error.where) : error;
}
