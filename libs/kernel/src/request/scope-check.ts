import { AuthInsufficientScope } from '../problem/http.problems.js';
import type { Principal } from './principal.js';
import type { CoarseScope, FineScope } from './scopes.js';

/** Whether a caller has every one of these scopes. */
export function covers({ allowed }: Principal, needed: readonly FineScope[]): boolean {
  return needed.every((scope) => allowed.has(scope));
}

/**
 * Lets a caller through who has every one of these scopes.
 * @throws AuthInsufficientScope naming what is missing
 */
export function refuseBeyond(caller: Principal, needed: readonly FineScope[]): void {
  const missing = missingScopes(caller, needed);
  if (missing !== null) throw AuthInsufficientScope(missing);
}

/**
 * The scopes that a caller lacks, with spaces between, as `WWW-Authenticate` names them: for whom has a coarse scope the other
 * one, for keys have no finer ones. Null where nothing is lacking.
 */
export function missingScopes(caller: Principal, needed: readonly FineScope[]): string | null {
  const missing = needed.filter((scope) => !caller.allowed.has(scope));
  if (missing.length === 0) return null;
  return isCoarse(caller) ? 'read_write' : missing.join(' ');
}

/** Whether a caller holds nothing but coarse scopes. */
function isCoarse({ scopes }: Principal): boolean {
  return scopes.every((scope) => (['read_only', 'read_write'] satisfies CoarseScope[] as string[]).includes(scope));
}
