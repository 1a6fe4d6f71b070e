/**
 * What the service is to PostgreSQL: requests, what people sign in with, and work across workspaces. Each logs in by itself, owns
 * nothing and can become no other (decision 0056).
 */
export const ROLES = { app: 'centavo_app', identity: 'centavo_identity', operator: 'centavo_operator' } as const;
export type Role = keyof typeof ROLES;

/** Whether an address is that of the serving role; any other is an administrator's, whose sessions take the roles. */
export function isServingAddress(url: string): boolean {
  return URL.canParse(url) && new URL(url).username === ROLES.app;
}

/** The address at which a role logs in: the serving role's with another name, as all have one password. */
export function addressAs(role: Role, url: string): string {
  return isServingAddress(url) ? withUser(url, ROLES[role]) : url;
}

/** An administrator's address for the serving role of a server that asks for no password, as the embedded one. */
export function servingAddress(administrator: string): string {
  return withUser(administrator, ROLES.app);
}

function withUser(url: string, name: string): string {
  const address = new URL(url);
  address.username = name;
  return address.href;
}
