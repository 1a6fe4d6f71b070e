import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import passport from 'passport';
import type { Principal } from '@app/kernel';
import { AuthInvalidToken, knownAs, refuseBeyond, Settings, WorkspaceShares } from '@app/kernel';
import type { BearerStrategyName } from './bearer-tokens.service.js';
import { BearerTokens } from './bearer-tokens.service.js';
import { withOneSpace } from './bearer.strategy.js';
import { RequestLimit } from '../limits/request-limit.service.js';
import { RequestLog } from '../requests/request-log.service.js';

/** Path of the protected resource metadata, which names the authorization server (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Time after which a request that is still working authenticates its token again. */
const CONFIRM_AFTER_MS = 1_000;

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
    private readonly tokens: BearerTokens,
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
        if (counted === undefined) return this.admit(strategy, principal, request, response, next);
        counted.then(() => this.admit(strategy, principal, request, response, next), next);
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

  private admit(
    strategy: BearerStrategyName,
    principal: Principal | false,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void {
    if (!principal) return next(this.refusal(request));
    request.caller = principal;
    const turn = this.shares.enter(principal.workspaceId, response);
    const confirmCaller = this.confirmation(strategy, principal, request);
    const begin = () => knownAs({ caller: response, confirmCaller }, next);
    if (turn === undefined) return begin();
    turn.then(begin, (refusal: unknown) => response.closed || next(refusal));
  }

  private confirmation(strategy: BearerStrategyName, principal: Principal, request: Request) {
    let confirmedAt = performance.now();
    return (): Promise<void> | undefined => {
      if (performance.now() - confirmedAt < CONFIRM_AFTER_MS) return undefined;
      confirmedAt = performance.now();
      return knownAs({ confirmCaller: undefined }, () => this.confirm(strategy, principal, request));
    };
  }

  private async confirm(strategy: BearerStrategyName, principal: Principal, request: Request): Promise<void> {
    const [, token = ''] = withOneSpace(request.headers.authorization)!.split(' ');
    const current = await this.tokens.authenticate(token, strategy);
    if (current === null) throw this.refusal(request);
    refuseBeyond(current, [...principal.allowed]);
  }

  private refusal({ headers }: Request): Error {
    const metadata = `${this.settings.baseUrl}${RESOURCE_METADATA_PATH}`;
    return AuthInvalidToken(headers.authorization !== undefined, metadata);
  }
}
