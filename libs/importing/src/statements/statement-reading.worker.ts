import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { storedReading } from './statement-rows.js';
import {
  limitBuffers,
  movable,
  openPdf,
  openStatement,
  PdfPasswordRequired,
  PdfSectionRequired,
  readPdfText,
  recognisedFormat,
  StatementUnreadable,
} from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

// Lowers the thread's priority, because only one client waits for it. Only Linux supports this.
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(19, getPriority() + 10));
}

const { bytes, options, progress } = workerData as {
  bytes: Uint8Array;
  options: ReadingOptions & { password?: string };
  progress: Int32Array;
};

const isPdf = recognisedFormat(bytes) === 'pdf';
if (isPdf) {
  limitBuffers();
  // The library may not handle the rejection of a damaged stream. In this case, the time limit ends the reading.
  process.on('unhandledRejection', () => undefined);
}

try {
  const statement = isPdf ? openPdf(await pdfText(), options) : openStatement(bytes, options);
  const reading = storedReading(statement, bytes.length);
  // The caller then requests the rows chunk by chunk and ends this thread.
  parentPort!.on('message', (at: number) => parentPort!.postMessage(reading.chunk(at)));
  // Transfers the buffer back instead of copying it, because two copies of the largest files would take too much
  // memory.
  parentPort!.postMessage({ head: reading.head, bytes }, movable(bytes));
} catch (error) {
  if (error instanceof PdfPasswordRequired) parentPort!.postMessage({ passwordRequired: true });
  else if (error instanceof PdfSectionRequired) parentPort!.postMessage({ sections: error.sections });
  else if (error instanceof StatementUnreadable) {
    parentPort!.postMessage({ unreadable: { what: error.what, where: error.where } });
  } else if (isPdf) parentPort!.postMessage({ unreadable: { what: 'the PDF is damaged', where: null } });
  else throw error;
}

/** Counts the pages, so that the caller can limit the time of each. */
async function pdfText() {
  const pages = await readPdfText(bytes, options.password, () => Atomics.add(progress, 0, 1));
  Atomics.add(progress, 0, 1);
  return pages;
}
