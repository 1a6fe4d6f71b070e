import cluster from 'node:cluster';
import { destination, pino } from 'pino';
import type { Logger } from 'pino';
import type { LogLevel } from '../settings/settings.js';

/** The service's log, by which it is injected: JSON lines on standard error. */
export abstract class Log {
  abstract error(facts: object, message: string): void;
  abstract warn(facts: object, message: string): void;
  abstract info(facts: object, message: string): void;
  abstract debug(facts: object, message: string): void;
}

/**
 * A log that writes JSON lines to standard error; standard output belongs to what a command answers. Where several processes
 * serve together, each line names its own.
 */
export function createLog(level: LogLevel): Logger {
  const base = cluster.isWorker ? { pid: process.pid } : null;
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination({ dest: 2, sync: true }));
}
