import type { FineScope, Scope } from './scopes.js';

export interface Principal {
  readonly workspaceId: string;
  readonly credential: 'api_key' | 'oauth_grant';
  readonly credentialId: string;
  readonly scopes: readonly Scope[];
  readonly allowed: ReadonlySet<FineScope>;
}
