import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import passport from 'passport';
import type { Principal } from '@app/kernel';
import { AuthInvalidToken, knownAs, Settings, WorkspaceShares } from '@app/kernel';
import type { BearerStrategyName } from './bearer.strategy.js';
import { RequestLimit } from '../limits/request-limit.service.js';
import { RequestLog } from '../requests/request-log.service.js';

/** The address of the protected resource metadata (RFC 9728), which names the authorization server. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/**
 * Authenticates every request under /v1, also at addresses that do not exist. A middleware runs before the router, a guard
 * after it: an unauthenticated client learns nothing about routes, methods or bodies.
 */
@Injectable()
export class BearerAuthentication implements NestMiddleware {
  constructor(
    private readonly limit: RequestLimit,
    private readonly settings: Settings,
    private readonly shares: WorkspaceShares,
    private readonly requests: RequestLog,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    this.authenticate('bearer', request, response, next);
  }

  /** Finds who calls, counts the request, has it logged, and lets it on. */
  authenticate(strategy: BearerStrategyName, request: Request, response: Response, next: NextFunction): void {
    // Money is told here: no cache keeps it (RFC 9111 section 5.2.2.5). A client may compare its own copy by the ETag.
    response.setHeader('Cache-Control', 'no-store');
    const decide = (error: unknown, principal: Principal | false): void => {
      if (error) return next(error);
      // Those that are refused for being too many are logged, too.
      if (principal) this.requests.watch(principal, request, response);
      try {
        const counted = principal
          ? this.limit.countCaller(principal, request, response)
          : this.limit.count('failed-authentication', null, request, response);
        if (counted === undefined) return this.admit(principal, request, response, next);
        counted.then(() => this.admit(principal, request, response, next), next);
      } catch (refusal) {
        next(refusal);
      }
    };
    const authenticate = passport.authenticate(strategy, { session: false }, decide) as (
      request: Request,
      response: Response,
      next: NextFunction,
    ) => void;
    authenticate(request, response, next);
  }

  private admit(principal: Principal | false, request: Request, response: Response, next: NextFunction): void {
    if (!principal) {
      const metadata = `${this.settings.baseUrl}${RESOURCE_METADATA_PATH}`;
      return next(AuthInvalidToken(request.headers.authorization !== undefined, metadata));
    }
    request.caller = principal;
    const turn = this.shares.enter(principal.workspaceId, response);
    const begin = () => knownAs({ caller: response }, next);
    if (turn === undefined) return begin();
    turn.then(begin, (refusal: unknown) => response.closed || next(refusal));
  }
}
