import { Injectable } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Settings } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { resourcesOf } from '../grants/resources.js';
import { looksLikeApiKey } from '../keys/api-key.js';
import { ApiKeys } from '../keys/api-keys.service.js';

/** Strategy for requests to the API, and the one for MCP, which also accepts access tokens for its own URL. */
export type BearerStrategyName = 'bearer' | 'bearer-agents';

/** Reads API keys and OAuth access tokens. */
@Injectable()
export class BearerTokens {
  constructor(
    private readonly keys: ApiKeys,
    private readonly grants: Grants,
    private readonly settings: Settings,
  ) {}

  /** Returns the caller with the current rights of the token, or null if the token is not valid. */
  authenticate(token: string, strategy: BearerStrategyName): Promise<Principal | null> {
    if (looksLikeApiKey(token)) return this.keys.authenticate(token);
    const { baseUrl } = this.settings;
    return this.grants.authenticate(token, strategy === 'bearer' ? [baseUrl] : resourcesOf(baseUrl));
  }
}
