import { describe, expect, it } from '@jest/globals';
import type { Scope } from '@app/kernel/pure';
import { allowedBy, CHANGING_SCOPES, READING_SCOPES } from '@app/kernel/pure';
import { grantedScopes } from './granted-scopes.js';

const granted = (requested: string, chosen: readonly string[]) =>
  grantedScopes(requested.split(' ') as Scope[], new Set(chosen)).join(' ');
const everything = [...READING_SCOPES, ...CHANGING_SCOPES];
const without = (...taken: string[]) => everything.filter((scope) => !taken.includes(scope));

describe('the scopes that a user grants', () => {
  it.each([
    ['read_only', READING_SCOPES, 'read_only'],
    ['read_write', everything, 'read_only read_write'],
    ['read_write', READING_SCOPES, 'read_only'],
    ['accounts:read budgets:write', ['accounts:read', 'budgets:read', 'budgets:write'], 'accounts:read budgets:write'],
    ['accounts:read budgets:write', ['accounts:read', 'budgets:read'], 'accounts:read budgets:read'],
    ['accounts:read budgets:write', ['accounts:read', 'budgets:write'], 'accounts:read'],
    ['accounts:read', [], ''],
    ['accounts:read', everything, 'accounts:read'],
    ['read_only accounts:write', READING_SCOPES, 'read_only'],
  ])('if an app requests %s and the user allows %j, grants %s', (requested, chosen, expected) => {
    expect(granted(requested, chosen)).toBe(expected);
  });

  it('lists scopes one by one if the user denies a part of read_write', () => {
    const scopes = granted('read_write', without('webhooks:write', 'imports:read', 'imports:write')).split(' ');
    expect(new Set(scopes)).toEqual(new Set(without('webhooks:write', 'imports:read', 'imports:write')));
    expect(granted('read_write', without('webhooks:write'))).toMatch(/^read_only accounts:write /);
  });

  it('never grants more than the app requested and the user allowed', () => {
    const requested: Scope[] = ['transactions:write', 'rules:read', 'read_only'];
    for (let n = 0; n < 200; n += 1) {
      const chosen = new Set(everything.filter((_, index) => ((n * 2_654_435_761) >>> (index % 16)) % 2 === 0));
      for (const scope of allowedBy(grantedScopes(requested, chosen))) {
        expect(chosen.has(scope) && allowedBy(requested).has(scope)).toBe(true);
      }
    }
  });
});
