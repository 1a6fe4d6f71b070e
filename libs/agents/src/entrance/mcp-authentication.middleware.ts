import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { BearerAuthentication } from '@app/identity';
import { AuthInvalidToken, Problem, Settings } from '@app/kernel';
import { challenge } from './challenge.js';

/**
 * What a client is to ask its person for: everything, of which they take away what they do not want on the consent page. A client
 * shows the tools that its token covers alone, and so would never come to the ones that change something.
 */
const OFFERED_SCOPE = 'read_write';

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
        'WWW-Authenticate': challenge(this.settings.baseUrl, sent ? 'invalid_token' : null, OFFERED_SCOPE),
      };
      next(new Problem(error.type, error.detail, { ...error.extras, headers }));
    });
  }
}
