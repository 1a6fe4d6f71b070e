/** The id of a grant in oidc-provider. It contains the workspace, so that the look-up is bound by row-level security. */
export function grantName(workspaceId: string, grantId: string): string {
  return `${workspaceId}.${grantId}`;
}

/** The workspace and the grant of a name; empty texts when it is malformed. */
export function readGrantName(name = ''): { readonly workspaceId: string; readonly grantId: string } {
  const [workspaceId = '', grantId = ''] = name.split('.');
  return { workspaceId, grantId };
}
