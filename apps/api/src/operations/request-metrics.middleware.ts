import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Metrics } from './metrics.service.js';

/** The methods that are told apart; a client may send any word as its method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Times every request until its answer is written or its connection is gone. */
@Injectable()
export class RequestMetrics implements NestMiddleware {
  constructor(private readonly metrics: Metrics) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const started = process.hrtime.bigint();
    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const method = METHODS.has(request.method) ? request.method : 'other';
      this.metrics.countRequest(method, routeOf(request), response.statusCode, seconds);
    });
    next();
  }
}

/** The pattern of the handler that a request reached; those that reach none share one name. */
function routeOf(request: Request): string {
  return (request.route as { path: string } | undefined)?.path ?? 'none';
}
