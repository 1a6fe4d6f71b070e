import { describe, expect, it } from '@jest/globals';
import { formToken, hashSessionToken, isFormToken, isSessionToken, newSessionToken } from './session-token.js';

describe('a session token', () => {
  it('creates random session tokens and hashes them', () => {
    const token = newSessionToken();
    expect(isSessionToken(token)).toBe(true);
    expect(newSessionToken()).not.toBe(token);
    expect(hashSessionToken(token)).toHaveLength(32);
  });

  it.each([undefined, '', 'x', `${'a'.repeat(43)} `, 'ñ'.repeat(43), ['a'.repeat(43)]])(
    'rejects %j as a session token',
    (text) => {
      expect(isSessionToken(text)).toBe(false);
    },
  );

  it('accepts a form token only in the session that created it', () => {
    const [token, otherToken] = [newSessionToken(), newSessionToken()];
    expect(isFormToken(token, formToken(token))).toBe(true);
    for (const wrong of [formToken(otherToken), token, '', undefined, null, 7])
      expect(isFormToken(token, wrong)).toBe(false);
  });
});
