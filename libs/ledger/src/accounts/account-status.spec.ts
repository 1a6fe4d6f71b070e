import { describe, expect, it } from '@jest/globals';
import { requireActive } from './account-status.js';

describe('requireActive', () => {
  it('returns an active account', () => {
    const account = { id: 'a', status: 'active' } as const;
    expect(requireActive(account)).toBe(account);
  });

  it('rejects an account that is archived, closed or missing', () => {
    for (const account of [{ status: 'archived' }, { status: 'closed' }, undefined] as const) {
      expect(() => requireActive(account)).toThrow('The account is not active.');
    }
  });
});
