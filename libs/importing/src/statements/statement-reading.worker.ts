import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { storedReading } from './statement-rows.js';
import { movable, openStatement, StatementUnreadable } from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

/** One client waits for this thread, all others for the processor: on Linux, where threads have one, it takes a low priority. */
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(19, getPriority() + 10));
}

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadingOptions };

try {
  const reading = storedReading(openStatement(bytes, options), bytes.length);
  // The caller that opened the file asks for its rows next, chunk by chunk, and then ends this thread.
  parentPort!.on('message', (at: number) => parentPort!.postMessage(reading.chunk(at)));
  // The file's memory goes back with the answer: in two pieces of memory the largest files would take too much.
  parentPort!.postMessage({ head: reading.head, bytes }, movable(bytes));
} catch (error) {
  if (!(error instanceof StatementUnreadable)) throw error;
  parentPort!.postMessage({ unreadable: { what: error.what, where: error.where } });
}
