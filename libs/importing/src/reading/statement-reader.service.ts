import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { Log } from '@app/kernel';
import { ImportUnreadable } from '../importing.problems.js';
import type { StoredReading } from '../imports/statement-rows.js';
import { storedReading } from '../imports/statement-rows.js';
import type { ReadingOptions } from './statement.js';
import { readStatement, recognisedFormat, type StatementFormat, StatementUnreadable } from './statement.js';

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
const LARGEST_HEAP_MIB = 1_024;
/** So many threads read at a time; whoever comes then waits, so that many large files cannot take all the memory. */
const MOST_THREADS = 2;

type Answer = { reading: StoredReading } | { unreadable: { what: string; where: string | null } };

/** Reads statement files, large ones in a thread of their own, so that other callers are answered meanwhile. */
@Injectable()
export class StatementReader {
  private reading = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly log: Log) {}

  /** @throws ImportUnreadable saying what is wrong with the file and where */
  async read(bytes: Uint8Array, options: ReadingOptions): Promise<StoredReading> {
    const answer = needsThread(bytes) ? await this.readInTurn(bytes, options) : readHere(bytes, options);
    if ('reading' in answer) return answer.reading;
    throw ImportUnreadable(answer.unreadable.what, answer.unreadable.where);
  }

  private async readInTurn(bytes: Uint8Array, options: ReadingOptions): Promise<Answer> {
    if (this.reading < MOST_THREADS) this.reading += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await this.readInThread(bytes, options);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.reading -= 1;
    }
  }

  private readInThread(bytes: Uint8Array, options: ReadingOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./statement-reading.worker.js', import.meta.url), {
        workerData: { bytes, options },
        resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP_MIB, maxYoungGenerationSizeMb: 8 },
      });
      worker.once('message', resolve);
      worker.once('error', (error: Error & { code?: string }) => {
        if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
        this.log.warn({ bytes: bytes.length }, 'a statement file needed more memory than a reader has');
        return resolve({
          unreadable: { what: 'reading it takes more memory than there is for one file', where: null },
        });
      });
    });
  }
}

/** Whether reading might keep others waiting. What no reader takes is refused at once. */
function needsThread(bytes: Uint8Array): boolean {
  const format = recognisedFormat(bytes);
  return format !== null && bytes.length >= THREAD_FROM_BYTES[format];
}

function readHere(bytes: Uint8Array, options: ReadingOptions): Answer {
  try {
    return { reading: storedReading(readStatement(bytes, options)) };
  } catch (error) {
    if (error instanceof StatementUnreadable) return { unreadable: { what: error.what, where: error.where } };
    throw error;
  }
}
