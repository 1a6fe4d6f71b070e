import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Log } from '@app/kernel';
import { maskedAddress, maskedKeys, requestIdOf } from '@app/kernel/pure';

/** Gives each request its id, and the log one line when it is answered. No header, body or query is ever logged. */
export function requestContext(log: Log): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = process.hrtime.bigint();
    const path = request.path;
    // A connection that has ended no longer has an address.
    const address = maskedAddress(request.ip);
    request.id = requestIdOf(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.id);
    response.once('close', () => {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          path: loggedPath(path),
          status: response.statusCode,
          durationMs: Number((process.hrtime.bigint() - started) / 10_000n) / 100,
          credentialId: request.caller?.credentialId,
          address,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}

/** A path whose percent escapes cannot be decoded is taken literally, so that it is asked for its token like any other. */
export function decodablePath(request: Request, _: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
  } catch {
    request.url = request.url.replaceAll('%', '%25');
  }
  next();
}

/** `/v1/v1/...` reaches what `/v1/...` reaches, by a rewrite that happens once. Source: contract section 1, "paths". */
export function doubledVersion(request: Request, _: Response, next: NextFunction): void {
  if (request.url.startsWith('/v1/v1/')) request.url = request.url.slice('/v1'.length);
  next();
}

/** A path without what is secret: the id by which an authorization goes on, and keys that were put there by mistake. */
function loggedPath(path: string): string {
  return maskedKeys(path.replace(/^(\/oauth\/authorize\/).+/, '$1:id'));
}
