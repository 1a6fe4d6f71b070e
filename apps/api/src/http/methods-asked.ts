import type { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Settings } from '@app/kernel/pure';
import { allowedMethods, MethodNotAllowed, routesOf, sendProblem } from '@app/kernel';

/**
 * Responds to OPTIONS with the methods of the path if CORS does not allow the origin. Needs no token, because the
 * OpenAPI document is public and browsers send no key with a preflight request.
 */
export function methodsAsked(http: HttpAdapterHost, settings: Settings): RequestHandler {
  return (request, response, next) => {
    const methods = request.method === 'OPTIONS' ? allowedMethods(routesOf(http), request.path) : [];
    if (methods.length === 0) next();
    else sendProblem(MethodNotAllowed('OPTIONS', methods), request, response, settings);
  };
}
