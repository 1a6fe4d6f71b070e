import type { FineScope } from './scopes.js';

/** Roles of members, from the least to the most rights. */
export const MEMBER_ROLES = ['viewer', 'editor', 'owner'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Topics in which only an owner changes anything. */
const OWNER_TOPICS: readonly string[] = ['webhooks:write', 'workspace:write'] satisfies FineScope[];

export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
}

/**
 * Returns the scopes that a role allows as well. `OperationGuard` also compares the role with that of the operation.
 * Every member can write to `members`, because members rename themselves and leave.
 */
export function allowedFor(role: MemberRole, scopes: ReadonlySet<FineScope>): ReadonlySet<FineScope> {
  if (role === 'owner') return scopes;
  const isAllowed = (scope: FineScope): boolean =>
    role === 'editor' ? !OWNER_TOPICS.includes(scope) : scope.endsWith(':read') || scope === 'members:write';
  return new Set([...scopes].filter(isAllowed));
}
