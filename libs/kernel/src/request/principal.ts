/** What a token may do. `read_only` reads; `read_write` does everything. */
export type Scope = 'read_only' | 'read_write';

/** Who calls: one workspace, and the credential that opened it. */
export interface Principal {
  readonly workspaceId: string;
  readonly credential: 'api_key' | 'oauth_grant';
  readonly credentialId: string;
  readonly scope: Scope;
}
