import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { storedReading } from './statement-rows.js';
import { movable, openStatement, StatementUnreadable } from '@app/statement-files';
import type { ReadingOptions } from '@app/statement-files';

// Lowers the thread's priority, because only one client waits for it. Only Linux supports this.
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(19, getPriority() + 10));
}

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadingOptions };

try {
  const reading = storedReading(openStatement(bytes, options), bytes.length);
  // The caller then requests the rows chunk by chunk and ends this thread.
  parentPort!.on('message', (at: number) => parentPort!.postMessage(reading.chunk(at)));
  // Transfers the buffer back, because two copies of the largest files would take too much memory.
  parentPort!.postMessage({ head: reading.head, bytes }, movable(bytes));
} catch (error) {
  if (!(error instanceof StatementUnreadable)) throw error;
  parentPort!.postMessage({ unreadable: { what: error.what, where: error.where } });
}
