import type { LoggerService } from '@nestjs/common';
import type { Log } from '@app/kernel';

/** Forwards Nest's messages to the service's log. Nest's startup messages appear only at debug level. */
export function nestLogger(log: Log): LoggerService {
  const context = (rest: unknown[]) => ({ context: rest.at(-1) });
  return {
    log: (message: unknown, ...rest: unknown[]) => log.debug(context(rest), String(message)),
    debug: (message: unknown, ...rest: unknown[]) => log.debug(context(rest), String(message)),
    verbose: () => undefined,
    warn: (message: unknown, ...rest: unknown[]) => log.warn(context(rest), String(message)),
    error: (message: unknown, ...rest: unknown[]) => log.error({ detail: rest }, String(message)),
    fatal: (message: unknown, ...rest: unknown[]) => log.error({ detail: rest }, String(message)),
  };
}
