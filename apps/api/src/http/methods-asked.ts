import type { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from 'express';
import type { Settings } from '@app/kernel/pure';
import { allowedMethods, MethodNotAllowed, routesOf, sendProblem } from '@app/kernel';

/**
 * Answers OPTIONS, where no page of another origin may ask, with the methods of a path, without a token: they stand in the
 * document of the API, and a browser sends no key with the question.
 */
export function methodsAsked(http: HttpAdapterHost, settings: Settings): RequestHandler {
  return (request, response, next) => {
    const methods = request.method === 'OPTIONS' ? allowedMethods(routesOf(http), request.path) : [];
    if (methods.length === 0) next();
    else sendProblem(MethodNotAllowed('OPTIONS', methods), request, response, settings);
  };
}
