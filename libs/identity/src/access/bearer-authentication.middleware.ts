import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import passport from 'passport';
import type { Principal } from '@app/kernel';
import { AuthInvalidToken } from '@app/kernel';

/**
 * Asks every request under /v1 for its token, also at addresses that do not exist. It stands before the router, where a
 * guard could not: whoever is not authenticated learns nothing about routes, methods or bodies.
 */
@Injectable()
export class BearerAuthentication implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    const decide = (error: unknown, principal: Principal | false): void => {
      if (error) return next(error);
      if (!principal) return next(AuthInvalidToken(request.headers.authorization !== undefined));
      request.caller = principal;
      return next();
    };
    const authenticate = passport.authenticate('bearer', { session: false }, decide) as (
      request: Request,
      response: Response,
      next: NextFunction,
    ) => void;
    authenticate(request, response, next);
  }
}
