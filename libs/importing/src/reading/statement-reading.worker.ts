import { parentPort, workerData } from 'node:worker_threads';
import { storedReading } from '../imports/statement-rows.js';
import type { ReadingOptions } from './statement.js';
import { readStatement, StatementUnreadable } from './statement.js';

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadingOptions };

try {
  parentPort!.postMessage({ reading: storedReading(readStatement(bytes, options)) });
} catch (error) {
  if (!(error instanceof StatementUnreadable)) throw error;
  parentPort!.postMessage({ unreadable: { what: error.what, where: error.where } });
}
