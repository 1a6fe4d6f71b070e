import type { FineScope, Scope } from './scopes.js';

/** Who calls: one workspace, and the credential that opened it. */
export interface Principal {
  readonly workspaceId: string;
  readonly credential: 'api_key' | 'oauth_grant';
  readonly credentialId: string;
  /** Its name, where statements about the workspace cannot look it up by its id (decision 0086). */
  readonly credentialName: string | null;
  /** The scopes as they were given. */
  readonly scopes: readonly Scope[];
  /** What they allow. */
  readonly allowed: ReadonlySet<FineScope>;
}
