import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { Log } from '@app/kernel';
import { ImportUnreadable } from '../importing.problems.js';
import type { StoredReading } from '../imports/statement-rows.js';
import { storedReading } from '../imports/statement-rows.js';
import type { ReadingOptions } from './statement.js';
import { readStatement, StatementUnreadable } from './statement.js';

/** Smaller files are read at once: starting a thread would take longer. */
const THREAD_FROM_BYTES = 128 * 1024;
const LARGEST_HEAP_MIB = 1_024;

type Answer = { reading: StoredReading } | { unreadable: { what: string; where: string | null } };

/** Reads statement files, large ones in a thread of their own, so that other callers are answered meanwhile. */
@Injectable()
export class StatementReader {
  constructor(private readonly log: Log) {}

  /** @throws ImportUnreadable saying what is wrong with the file and where */
  async read(bytes: Uint8Array, options: ReadingOptions): Promise<StoredReading> {
    const answer =
      bytes.length < THREAD_FROM_BYTES ? readHere(bytes, options) : await this.readInThread(bytes, options);
    if ('reading' in answer) return answer.reading;
    throw ImportUnreadable(answer.unreadable.what, answer.unreadable.where);
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

function readHere(bytes: Uint8Array, options: ReadingOptions): Answer {
  try {
    return { reading: storedReading(readStatement(bytes, options)) };
  } catch (error) {
    if (error instanceof StatementUnreadable) return { unreadable: { what: error.what, where: error.where } };
    throw error;
  }
}
