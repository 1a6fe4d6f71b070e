import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { keptName } from '@app/files';
import type { FairQueue, Problem } from '@app/kernel';
import { LongWork } from '@app/kernel';
import { InvoicesBusy, InvoiceUnreadable } from '../invoicing.problems.js';
import type { Reading } from './invoice-reading.js';
import { readInvoices } from './invoice-reading.js';
import type { UploadedXml } from './uploaded-files.js';
import { isArchive, unpacked } from './uploaded-files.js';

/** Minimum size of all files of an upload for reading in a thread. Smaller files take less time than starting a thread. */
const THREAD_FROM_BYTES = 64 * 1024;
/** Time limit of a thread. The limit of CPU time normally applies first. */
const MAX_THREAD_MS = 60_000;
/** The costliest file needs a quarter of this heap. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };
/** Archives and large files: two uploads at once, of different workspaces. */
const READINGS = {
  ...{ capacity: 2, maxPerGroup: 1, maxWaiting: 200, maxWaitingPerGroup: 50 },
  ...{ maxWaitMs: 60_000, refusal: InvoicesBusy },
};

export type ReadXml = Exclude<Reading, { unreadable: string }> & { readonly name: string; readonly bytes: Buffer };

export interface Upload {
  readonly workspaceId: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly clientGone: AbortSignal;
}

/** Reads uploaded invoices. Reads large uploads in a thread, and lets workspaces take turns (decision 0119). */
@Injectable()
export class InvoiceReader {
  private readonly readings: FairQueue;

  constructor(private readonly work: LongWork) {
    this.readings = work.queue('invoice_readings', READINGS);
  }

  /**
   * Reads one XML file, or the XML files of a ZIP archive, and passes them to `use`. A large upload keeps its turn until
   * `use` ends, so that only two of them take memory.
   * @throws PayloadTooLarge, InvoicesBusy, and InvoiceUnreadable if the archive is damaged or empty
   */
  async read<T>(
    { workspaceId, name, bytes, clientGone }: Upload,
    use: (files: readonly { name: string; read: ReadXml | Problem }[]) => Promise<T>,
  ): Promise<T> {
    const single = { name: keptName(name), bytes };
    const isSmall = !isArchive(bytes) && bytes.length < THREAD_FROM_BYTES;
    if (isSmall) return use(readHere([single]));
    const signal = this.work.until(clientGone);
    return this.readings.run({ group: workspaceId, signal }, async () => {
      const files = isArchive(bytes) ? await unpacked(bytes) : [single];
      const size = files.reduce((sum, file) => sum + (file.bytes?.length ?? 0), 0);
      return use(size < THREAD_FROM_BYTES ? readHere(files) : await readInThread(files, signal));
    });
  }
}

/** Reads small or trusted files on the calling thread. */
export function readHere(files: readonly UploadedXml[]) {
  return named(files, readInvoices(files.map(({ bytes }) => bytes)));
}

async function readInThread(files: readonly UploadedXml[], caller: AbortSignal) {
  const late = AbortSignal.timeout(MAX_THREAD_MS);
  const worker = new Worker(new URL('./invoice-reading.worker.js', import.meta.url), {
    workerData: files.map(({ bytes }) => bytes),
    // Some Node options of the process are invalid for threads.
    execArgv: [],
    resourceLimits: HEAP,
  });
  try {
    const [readings] = (await once(worker, 'message', { signal: AbortSignal.any([caller, late]) })) as [Reading[]];
    return named(files, readings);
  } catch (error) {
    if (caller.aborted) throw caller.reason;
    if (late.aborted) throw InvoiceUnreadable('reading it takes too long');
    if ((error as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw InvoiceUnreadable('reading it takes too much memory');
  } finally {
    await worker.terminate();
  }
}

function named(files: readonly UploadedXml[], readings: readonly Reading[]) {
  return files.map(({ name, bytes }, at): { name: string; read: ReadXml | Problem } => {
    const reading = readings[at]!;
    return {
      name,
      read: 'unreadable' in reading ? InvoiceUnreadable(reading.unreadable) : { ...reading, name, bytes: bytes! },
    };
  });
}
