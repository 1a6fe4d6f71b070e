import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { BearerAuthentication } from '@app/identity';
import { AuthInvalidToken, Problem, Settings } from '@app/kernel';
import { challenge } from './challenge.js';

/** Authenticates as everywhere, and names the metadata and the scope of this resource to those who have no token. */
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
        'WWW-Authenticate': challenge(this.settings.baseUrl, sent ? 'invalid_token' : null, 'read_only'),
      };
      next(new Problem(error.type, error.detail, { ...error.extras, headers }));
    });
  }
}
