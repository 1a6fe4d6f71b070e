import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readInvoices } from './invoice-reading.js';

// Lowers the thread's priority, because only one client waits for it. Only Linux supports this.
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(19, getPriority() + 10));
}

parentPort!.postMessage(readInvoices(workerData as (Uint8Array | null)[]));
