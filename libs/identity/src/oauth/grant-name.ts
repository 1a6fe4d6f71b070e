/** Returns the grant ID for oidc-provider. It contains the workspace ID, which row-level security needs for lookups. */
export function grantName(workspaceId: string, grantId: string): string {
  return `${workspaceId}.${grantId}`;
}

/** Splits a grant name into its two IDs without validating them. A missing part is an empty string. */
export function readGrantName(name = ''): { readonly workspaceId: string; readonly grantId: string } {
  const [workspaceId = '', grantId = ''] = name.split('.');
  return { workspaceId, grantId };
}
