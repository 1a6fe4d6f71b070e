import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from '@app/kernel';
import { Settings } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { resourcesOf } from '../grants/resources.js';
import { ApiKeys } from '../keys/api-keys.service.js';
import { looksLikeApiKey } from '../keys/api-key.js';

export type BearerStrategyName = 'bearer' | 'bearer-agents';

/**
 * Creates a strategy that accepts tokens only in the Authorization header. A token in a query or body (RFC 6750) would
 * end up in logs.
 */
function strategyFor(name: BearerStrategyName, audiencesOf: (baseUrl: string) => readonly string[]): Type {
  @Injectable()
  class BearerStrategy extends PassportStrategy(Strategy, name) {
    constructor(
      private readonly keys: ApiKeys,
      private readonly grants: Grants,
      private readonly settings: Settings,
    ) {
      super();
    }

    /** Collapses several spaces after the scheme. RFC 9110 section 11.4 allows them, but the strategy does not. */
    override authenticate({ headers }: Request): void {
      const authorization = headers.authorization?.replace(/^(bearer) +/i, '$1 ');
      super.authenticate({ headers: { authorization } } as Request);
    }

    async validate(token: string): Promise<Principal | false> {
      const principal = looksLikeApiKey(token)
        ? this.keys.authenticate(token)
        : this.grants.authenticate(token, audiencesOf(this.settings.baseUrl));
      return (await principal) ?? false;
    }
  }
  return BearerStrategy;
}

export const BearerStrategy = strategyFor('bearer', (baseUrl) => [baseUrl]);
export const AgentsBearerStrategy = strategyFor('bearer-agents', resourcesOf);
