import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { FairQueue, Log } from '@app/kernel';
import { ImportUnreadable } from '../importing.problems.js';
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
/** Only one at a time, so that many large files cannot take all the memory. */
const MAX_THREADS = 1;

type Answer = { head: ReadingHead; bytes: Uint8Array } | { unreadable: { what: string; where: string | null } };

/** A file that was read, and whose rows are there until it is closed. */
export interface OpenReading extends ReadingHead {
  /** The file itself. */
  readonly bytes: Uint8Array;
  /** The rows as chunks of JSON, in their order; they may be walked through again. */
  chunks(): AsyncGenerator<string>;
  /** Lets go of the file. Whoever is next in turn waits for it. */
  close(): Promise<void>;
}

/** Reads statement files, large ones in a thread of their own, so that other callers are answered meanwhile. */
@Injectable()
export class StatementReader {
  private readonly threads = new FairQueue({ capacity: MAX_THREADS });

  constructor(private readonly log: Log) {}

  /**
   * Reads a file but its rows. Whoever asked closes what is answered.
   * @param bytes taken over: what is answered has the file from then on
   * @throws ImportUnreadable saying what is wrong with the file and where
   */
  async open(bytes: Uint8Array, options: ReadingOptions): Promise<OpenReading> {
    if (!needsThread(bytes)) return openHere(bytes, options);
    const release = await this.threads.acquire();
    const thread = new ReadingThread(bytes, options, this.log);
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

  constructor(bytes: Uint8Array, options: ReadingOptions, log: Log) {
    const size = bytes.length;
    this.worker = new Worker(new URL('./statement-reading.worker.js', import.meta.url), {
      workerData: { bytes, options },
      transferList: movable(bytes),
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    });
    this.failure = new Promise((_, reject) => {
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

/** Whether reading might keep others waiting. What no reader takes is refused at once. */
function needsThread(bytes: Uint8Array): boolean {
  const format = recognisedFormat(bytes);
  return format !== null && bytes.length >= THREAD_FROM_BYTES[format];
}

function openHere(bytes: Uint8Array, options: ReadingOptions): OpenReading {
  try {
    const { head, chunk } = storedReading(openStatement(bytes, options));
    async function* chunks(): AsyncGenerator<string> {
      for (let at = 0, rows = chunk(at); rows !== null; at += 1, rows = chunk(at)) yield rows;
    }
    return { ...head, bytes, chunks, close: () => Promise.resolve() };
  } catch (error) {
    if (error instanceof StatementUnreadable) throw ImportUnreadable(error.what, error.where);
    throw error;
  }
}
