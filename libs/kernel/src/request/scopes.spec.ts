import { describe, expect, it } from '@jest/globals';
import type { Scope } from './scopes.js';
import { allowedBy, CHANGING_SCOPES, READING_SCOPES, scopesIn } from './scopes.js';

describe('scopes in a list of words', () => {
  it.each([
    ['read_only', ['read_only']],
    ['read_only read_write', ['read_only', 'read_write']],
    ['offline_access accounts:read accounts:read', ['accounts:read']],
    ['offline_access', []],
    ['', []],
    ['read_writer reports:write Accounts:read', []],
  ])('scopesIn(%j) returns %j', (words, scopes) => {
    expect(scopesIn(words)).toEqual(scopes);
  });
});

describe('the permissions of scopes', () => {
  const allowed = (words: string) => [...allowedBy(words.split(' ') as Scope[])].sort();

  it('read_write allows everything, read_only allows all reads, and a write scope also allows reading its resources', () => {
    expect(allowed('read_write')).toEqual([...READING_SCOPES, ...CHANGING_SCOPES].sort());
    expect(allowed('read_only')).toEqual([...READING_SCOPES].sort());
    expect(allowed('read_only budgets:write')).toEqual([...READING_SCOPES, 'budgets:write'].sort());
    expect(allowed('rules:write accounts:read')).toEqual(['accounts:read', 'rules:read', 'rules:write']);
    expect(allowed('accounts:read read_write')).toEqual(allowed('read_write'));
  });

  it('allows nothing without a scope', () => {
    expect(allowedBy([])).toEqual(new Set());
  });
});
