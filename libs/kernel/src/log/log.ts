import cluster from 'node:cluster';
import { destination, pino, stdSerializers } from 'pino';
import type { Logger, SerializedError } from 'pino';
import type { LogLevel } from '../settings/settings.js';

/** Logger and its injection token. Writes JSON lines to standard error. */
export abstract class Log {
  abstract error(facts: object, message: string): void;
  abstract warn(facts: object, message: string): void;
  abstract info(facts: object, message: string): void;
  abstract debug(facts: object, message: string): void;
}

export function createLog(level: LogLevel): Logger {
  const base = cluster.isWorker ? { pid: process.pid } : null;
  const serializers = { err: (error: unknown) => (error instanceof Error ? described(error) : error) };
  const options = { level, base, serializers, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, destination({ dest: 2, sync: true }));
}

/**
 * Returns only the type, message, stack and code of an error. The log must not contain other members, such as the
 * driver's connection.
 */
function described(error: Error): Pick<SerializedError, 'type' | 'message' | 'stack'> & { code?: unknown } {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, ...(code !== undefined && { code: code as unknown }) };
}
