import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from '@app/kernel';
import { BearerTokens, type BearerStrategyName } from './bearer-tokens.service.js';

/**
 * Creates a strategy that accepts tokens only in the Authorization header. A token in a query or body (RFC 6750) would
 * end up in logs.
 */
function strategyFor(name: BearerStrategyName): Type {
  @Injectable()
  class BearerStrategy extends PassportStrategy(Strategy, name) {
    constructor(private readonly tokens: BearerTokens) {
      super();
    }

    override authenticate({ headers }: Request): void {
      super.authenticate({ headers: { authorization: withOneSpace(headers.authorization) } } as Request);
    }

    async validate(token: string): Promise<Principal | false> {
      return (await this.tokens.authenticate(token, name)) ?? false;
    }
  }
  return BearerStrategy;
}

/** Collapses several spaces after the scheme. RFC 9110 section 11.4 allows them, but the strategy does not. */
export function withOneSpace(authorization: string | undefined): string | undefined {
  return authorization?.replace(/^(bearer) +/i, '$1 ');
}

export const BearerStrategy = strategyFor('bearer');
export const AgentsBearerStrategy = strategyFor('bearer-agents');
