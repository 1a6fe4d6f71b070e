/** Builds the grant ID for oidc-provider. It contains the workspace, which row-level security needs for lookups. */
export function grantName(workspaceId: string, grantId: string): string {
  return `${workspaceId}.${grantId}`;
}

/** Splits a grant name. Both parts are empty if it is malformed. */
export function readGrantName(name = ''): { readonly workspaceId: string; readonly grantId: string } {
  const [workspaceId = '', grantId = ''] = name.split('.');
  return { workspaceId, grantId };
}
