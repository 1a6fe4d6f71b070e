import { parentPort, workerData } from 'node:worker_threads';
import { storedReading } from './statement-rows.js';
import { movable, openStatement, StatementUnreadable } from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadingOptions };

try {
  const reading = storedReading(openStatement(bytes, options), bytes.length);
  // Whoever asked for the file asks for its rows next, chunk by chunk, and ends this thread then.
  parentPort!.on('message', (at: number) => parentPort!.postMessage(reading.chunk(at)));
  // The file's memory goes back with the answer: in two pieces of memory the largest files would take too much.
  parentPort!.postMessage({ head: reading.head, bytes }, movable(bytes));
} catch (error) {
  if (!(error instanceof StatementUnreadable)) throw error;
  parentPort!.postMessage({ unreadable: { what: error.what, where: error.where } });
}
