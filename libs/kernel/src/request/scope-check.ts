import { AuthInsufficientScope } from '../problem/http.problems.js';
import type { Principal } from './principal.js';
import type { CoarseScope, FineScope } from './scopes.js';

export function covers({ allowed }: Principal, needed: readonly FineScope[]): boolean {
  return needed.every((scope) => allowed.has(scope));
}

/** @throws AuthInsufficientScope with the missing scopes, unless the caller has all of these */
export function refuseBeyond(caller: Principal, needed: readonly FineScope[]): void {
  const missing = missingScopes(caller, needed);
  if (missing !== null) throw AuthInsufficientScope(missing);
}

/**
 * Returns the missing scopes, space-separated, for `WWW-Authenticate`; null if none is missing. For a caller with a
 * coarse scope it is the other coarse scope, because keys have no fine scopes.
 */
export function missingScopes(caller: Principal, needed: readonly FineScope[]): string | null {
  const missing = needed.filter((scope) => !caller.allowed.has(scope));
  if (missing.length === 0) return null;
  return isCoarse(caller) ? 'read_write' : missing.join(' ');
}

function isCoarse({ scopes }: Principal): boolean {
  return scopes.every((scope) => (['read_only', 'read_write'] satisfies CoarseScope[] as string[]).includes(scope));
}
