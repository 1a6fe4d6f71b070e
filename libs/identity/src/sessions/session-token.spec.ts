import { describe, expect, it } from '@jest/globals';
import { formToken, hashSessionToken, isFormToken, isSessionToken, newSessionToken } from './session-token.js';

describe('a session', () => {
  it('has a token of 32 random bytes, of which only the hash is stored', () => {
    const token = newSessionToken();
    expect(isSessionToken(token)).toBe(true);
    expect(newSessionToken()).not.toBe(token);
    expect(hashSessionToken(token)).toHaveLength(32);
  });

  it.each([undefined, '', 'x', `${'a'.repeat(43)} `, 'ñ'.repeat(43), ['a'.repeat(43)]])(
    'has no token like %j',
    (text) => {
      expect(isSessionToken(text)).toBe(false);
    },
  );

  it('has a form token that fits no other session', () => {
    const [mine, other] = [newSessionToken(), newSessionToken()];
    expect(isFormToken(mine, formToken(mine))).toBe(true);
    for (const wrong of [formToken(other), mine, '', undefined, null, 7]) expect(isFormToken(mine, wrong)).toBe(false);
  });
});
