/** A grant as the OAuth server names it: with its workspace, so that row-level security holds for looking it up. */
export function grantName(workspaceId: string, grantId: string): string {
  return `${workspaceId}.${grantId}`;
}

/** The workspace and the grant that a name stands for; empty where it is none. */
export function readGrantName(name = ''): { readonly workspaceId: string; readonly grantId: string } {
  const [workspaceId = '', grantId = ''] = name.split('.');
  return { workspaceId, grantId };
}
