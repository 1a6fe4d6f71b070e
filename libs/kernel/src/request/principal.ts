import type { FineScope, Scope } from './scopes.js';

/** Who calls: one workspace, and the credential that opened it. */
export interface Principal {
  readonly workspaceId: string;
  readonly credential: 'api_key' | 'oauth_grant';
  readonly credentialId: string;
  /** The scopes as they were given. */
  readonly scopes: readonly Scope[];
  /** What they allow. */
  readonly allowed: ReadonlySet<FineScope>;
}
