import { AuthInsufficientScope } from '../problem/http.problems.js';
import type { Principal } from './principal.js';
import type { CoarseScope, FineScope } from './scopes.js';

/**
 * Lets a caller through who has every one of these scopes.
 * @throws AuthInsufficientScope naming what is missing: to whom has a coarse scope the other one, for keys have no finer ones
 */
export function refuseBeyond(caller: Principal, needed: readonly FineScope[]): void {
  const missing = needed.filter((scope) => !caller.allowed.has(scope));
  if (missing.length > 0) throw AuthInsufficientScope(isCoarse(caller) ? 'read_write' : missing.join(' '));
}

/** Whether a caller holds nothing but coarse scopes. */
function isCoarse({ scopes }: Principal): boolean {
  return scopes.every((scope) => (['read_only', 'read_write'] satisfies CoarseScope[] as string[]).includes(scope));
}
