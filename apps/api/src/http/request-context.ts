import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Log } from '@app/kernel';
import { maskedAddress, maskedKeys, requestIdOf } from '@app/kernel/pure';

/** Assigns an ID to each request, and logs a line when it ends. Never logs headers, bodies or queries. */
export function requestContext(log: Log): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = process.hrtime.bigint();
    const path = request.path;
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

/** Treats a path that cannot be decoded as literal text, so that it needs authentication like any other path. */
export function decodablePath(request: Request, _: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
  } catch {
    request.url = request.url.replaceAll('%', '%25');
  }
  next();
}

/** Rewrites `/v1/v1/...` to `/v1/...`, but only once. */
export function doubledVersion(request: Request, _: Response, next: NextFunction): void {
  if (request.url.startsWith('/v1/v1/')) request.url = request.url.slice('/v1'.length);
  next();
}

/** Parts of paths that the log must not contain. Routes ignore case. */
const MASKED = [
  { pattern: /(\/oauth\/authorize\/).+/i, mask: '$1:id' },
  { pattern: /(\/invitations\/)[^/]+/i, mask: '$1:token' },
  { pattern: /(\/taxpayers\/)[^/]+/i, mask: '$1:rfc' },
];

/**
 * Masks secrets and personal data in a path: the ID of an authorization, the token of an invitation, the RFC of a
 * taxpayer, and keys that a client sent there by mistake.
 */
function loggedPath(path: string): string {
  return maskedKeys(MASKED.reduce((masked, { pattern, mask }) => masked.replace(pattern, mask), path));
}
