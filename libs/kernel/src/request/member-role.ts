import type { FineScope } from './scopes.js';

/** Roles of members, from the least to the most rights. */
export const MEMBER_ROLES = ['viewer', 'editor', 'owner'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
}

export function isForOwners(scope: FineScope): boolean {
  return scope === 'webhooks:write' || scope === 'workspace:write';
}

/**
 * Returns the given scopes that the role also allows. `OperationGuard` also compares the role with the minimum role of
 * the operation. Every member can write to `members`, because members rename themselves and leave.
 */
export function allowedFor(role: MemberRole, scopes: ReadonlySet<FineScope>): ReadonlySet<FineScope> {
  if (role === 'owner') return scopes;
  const isAllowed = (scope: FineScope): boolean =>
    role === 'editor' ? !isForOwners(scope) : scope.endsWith(':read') || scope === 'members:write';
  return new Set([...scopes].filter(isAllowed));
}
