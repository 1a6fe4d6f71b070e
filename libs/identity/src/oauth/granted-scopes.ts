import type { FineScope, Scope } from '@app/kernel/pure';
import { allowedBy, readingOf } from '@app/kernel/pure';

/**
 * Returns the granted scopes. A scope that is allowed completely keeps its name; otherwise its allowed parts are
 * listed. Write access requires read access.
 * @param chosen scopes that the user left checked
 */
export function grantedScopes(requested: readonly Scope[], chosen: ReadonlySet<string>): Scope[] {
  const isGranted = (scope: FineScope): boolean => chosen.has(scope) && chosen.has(readingOf(scope));
  const granted = [...allowedBy(requested)].filter(isGranted);
  const whole = requested.filter((scope) => [...allowedBy([scope])].every(isGranted));
  const covered = allowedBy(whole);
  const rest = granted.filter((scope) => !covered.has(scope));
  // `read_only` replaces its parts if the user left all read scopes of `read_write` checked.
  const named = allowedBy(['read_only']);
  if (requested.includes('read_write') && whole.length === 0 && [...named].every((scope) => granted.includes(scope))) {
    return ['read_only', ...granted.filter((scope) => !named.has(scope))];
  }
  // Includes `read_only`, so that the app can later request a token that can only read.
  return whole.includes('read_write') ? ['read_only', 'read_write'] : [...whole, ...rest];
}
