import { describe, expect, it } from '@jest/globals';
import { requireActive } from './account-status.js';

describe('an account whose balance is to change', () => {
  it('is answered while it is active', () => {
    const account = { id: 'a', status: 'active' } as const;
    expect(requireActive(account)).toBe(account);
  });

  it('is refused when it is archived, closed or not there', () => {
    for (const account of [{ status: 'archived' }, { status: 'closed' }, undefined] as const) {
      expect(() => requireActive(account)).toThrow('The account is not active.');
    }
  });
});
