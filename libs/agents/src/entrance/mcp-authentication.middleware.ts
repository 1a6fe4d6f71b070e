import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { BearerAuthentication } from '@app/identity';
import { AuthInvalidToken, Problem, Settings } from '@app/kernel';
import { challenge } from './challenge.js';

/**
 * Scope that a 401 response asks clients to request. It is full access, because clients list only the tools that their
 * token covers. Users can deselect scopes on the consent page.
 */
const OFFERED_SCOPE = 'read_write';

/** Authenticates the caller. Adds the resource metadata and the offered scope to 401 responses. */
@Injectable()
export class McpAuthentication implements NestMiddleware {
  constructor(
    private readonly authentication: BearerAuthentication,
    private readonly settings: Settings,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    this.authentication.authenticate('bearer-agents', request, response, (error?: unknown) => {
      if (!(error instanceof Problem) || error.type !== AuthInvalidToken) return next(error);
      const sent = request.headers.authorization !== undefined;
      const headers = {
        'WWW-Authenticate': challenge(this.settings.baseUrl, sent ? 'invalid_token' : null, OFFERED_SCOPE),
      };
      next(new Problem(error.type, error.detail, { ...error.extras, headers }));
    });
  }
}
