import type { FineScope, Scope } from '@app/kernel/pure';
import { allowedBy, readingOf } from '@app/kernel/pure';

/**
 * The scopes that a person grants of those that an app asks for: as the app named them, where all that a name allows is kept,
 * and what is left of the others one by one. Nobody can be let to change what they may not see. None where nothing is left.
 * @param asked the scopes of the request
 * @param chosen what the person left in
 */
export function grantedScopes(asked: readonly Scope[], chosen: ReadonlySet<string>): Scope[] {
  const isKept = (scope: FineScope): boolean => chosen.has(scope) && chosen.has(readingOf(scope));
  const kept = [...allowedBy(asked)].filter(isKept);
  const whole = asked.filter((scope) => [...allowedBy([scope])].every(isKept));
  const covered = allowedBy(whole);
  const rest = kept.filter((scope) => !covered.has(scope));
  // Whether all reading is left of everything: that has a name of its own.
  const named = allowedBy(['read_only']);
  if (asked.includes('read_write') && whole.length === 0 && [...named].every((scope) => kept.includes(scope))) {
    return ['read_only', ...kept.filter((scope) => !named.has(scope))];
  }
  // So that the app may later ask for a token that can only read.
  return whole.includes('read_write') ? ['read_only', 'read_write'] : [...whole, ...rest];
}
