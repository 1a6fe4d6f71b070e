import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import passport from 'passport';
import type { Principal } from '@app/kernel';
import { AuthInvalidToken, knownAs, Settings, WorkspaceShares } from '@app/kernel';
import type { BearerStrategyName } from './bearer.strategy.js';
import { RequestLimit } from '../limits/request-limit.service.js';
import { RequestLog } from '../requests/request-log.service.js';

/** Path of the protected resource metadata, which names the authorization server (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/**
 * Authenticates every request under /v1, even for unknown paths. Runs before routing, so that a 401 does not reveal
 * routes or methods.
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

  authenticate(strategy: BearerStrategyName, request: Request, response: Response, next: NextFunction): void {
    // Responses contain financial data, so caches must not store them (RFC 9111 section 5.2.2.5). Clients can still use
    // ETags.
    response.setHeader('Cache-Control', 'no-store');
    const decide = (error: unknown, principal: Principal | false): void => {
      if (error) return next(error);
      // Runs before the rate limit check, so that rejected requests are logged as well.
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
