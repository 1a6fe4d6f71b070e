import type { MemberRole } from './member-role.js';
import type { FineScope, Scope } from './scopes.js';

export interface Principal {
  readonly workspaceId: string;
  /** Member who created the credential; null for a key from the command line. */
  readonly memberId: string | null;
  /** Current role of the member. */
  readonly role: MemberRole;
  readonly credential: 'api_key' | 'oauth_grant';
  readonly credentialId: string;
  readonly scopes: readonly Scope[];
  /** Scopes that both the credential and the role allow. */
  readonly allowed: ReadonlySet<FineScope>;
}
