import { AuthInsufficientScope } from '../problem/http.problems.js';
import type { MemberRole } from './member-role.js';
import { isAtLeast } from './member-role.js';
import type { Principal } from './principal.js';
import type { CoarseScope, FineScope } from './scopes.js';

export function covers({ allowed }: Principal, needed: readonly FineScope[]): boolean {
  return needed.every((scope) => allowed.has(scope));
}

/** @throws AuthInsufficientScope if the caller lacks some of these scopes; the error names them */
export function refuseBeyond(caller: Principal, needed: readonly FineScope[]): void {
  const missing = missingScopes(caller, needed);
  if (missing !== null) throw AuthInsufficientScope(missing);
}

/** @throws AuthInsufficientScope if the caller's role is lower than the least role of an operation with these scopes */
export function refuseBelow(caller: Principal, least: MemberRole, needed: readonly FineScope[]): void {
  if (isAtLeast(caller.role, least)) return;
  throw AuthInsufficientScope(isCoarse(caller) || needed.length === 0 ? 'read_write' : needed.join(' '), least);
}

/**
 * Returns the missing scopes for `WWW-Authenticate`, separated by spaces. Returns null if none is missing. If the
 * caller has only coarse scopes, returns `read_write`, because API keys cannot have fine scopes.
 */
export function missingScopes(caller: Principal, needed: readonly FineScope[]): string | null {
  const missing = needed.filter((scope) => !caller.allowed.has(scope));
  if (missing.length === 0) return null;
  return isCoarse(caller) ? 'read_write' : missing.join(' ');
}

function isCoarse({ scopes }: Principal): boolean {
  return scopes.every((scope) => (['read_only', 'read_write'] satisfies CoarseScope[] as string[]).includes(scope));
}
