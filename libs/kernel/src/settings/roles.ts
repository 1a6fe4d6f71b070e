/**
 * PostgreSQL roles for requests, for credentials, and for work across workspaces. A role owns nothing, logs in on its
 * own and cannot switch to another role (decision 0003).
 */
export const ROLES = { app: 'centavo_app', identity: 'centavo_identity', operator: 'centavo_operator' } as const;
export type Role = keyof typeof ROLES;

export function isServingAddress(url: string): boolean {
  return URL.canParse(url) && new URL(url).username === ROLES.app;
}

/** Returns the database URL for another role. All roles have the same password. */
export function addressAs(role: Role, url: string): string {
  return isServingAddress(url) ? withUser(url, ROLES[role]) : url;
}

export function servingAddress(administrator: string): string {
  return withUser(administrator, ROLES.app);
}

function withUser(url: string, name: string): string {
  const address = new URL(url);
  address.username = name;
  return address.href;
}
